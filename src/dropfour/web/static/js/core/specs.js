// The specs of engines, such as alphabeta:lines,depth=6, with the names and options of dropfour.engines.registry.

const NAMED = new Map([['easy', 2], ['medium', 5], ['hard', 8], ['perfect', 10]]);
const EVALUATIONS = ['cells', 'convolution', 'lines', 'parity', 'streaks', 'threats'];

/** @typedef {{name: string, options: Record<string, string>}} Spec */

/** The options of each engine; the first one may be given without its name if it is the evaluation. */
const OPTIONS = new Map([
  ['alphabeta', ['evaluation', 'depth', 'discount']],
  ['minimax', ['evaluation', 'depth', 'discount']],
  ['averaging', ['depth']],
  ['mcts', ['playouts', 'seed']],
  ['random', ['seed']],
  ['exact', ['threads', 'seed']],
]);

/** @param {string} name @returns {number | null} the number of a level */
export function levelOf(name) {
  return NAMED.get(name) ?? (/^([1-9]|10)$/.test(name) ? Number(name) : null);
}

/** @param {string} text  such as alphabeta:lines,depth=6 @returns {Spec} raises an Error with an explanation */
export function parseSpec(text) {
  const [head, ...rest] = text.trim().split(':');
  const name = head.trim();
  const isEvaluation = EVALUATIONS.includes(name);
  const names = isEvaluation ? ['depth', 'discount'] : levelOf(name) === null ? OPTIONS.get(name) : ['seed'];
  if (!names) throw new Error(`there is no engine “${name}” in the browser`);
  /** @type {Record<string, string>} */
  const options = isEvaluation ? { evaluation: name } : {};
  rest.join(':').split(',').map((part) => part.trim()).filter(Boolean).forEach((part, place) => {
    const at = part.indexOf('=');
    const isWord = at < 0 && place === 0 && names[0] === 'evaluation';
    const key = isWord ? 'evaluation' : part.slice(0, at < 0 ? undefined : at).trim();
    const value = at < 0 ? part : part.slice(at + 1).trim();
    if (!names.includes(key) || (at < 0 && !isWord)) throw new Error(`${name} has no option “${key}”`);
    if (key in options) throw new Error(`${name} has the option ${key} twice`);
    checkOption(key, value);
    options[key] = value;
  });
  return { name: isEvaluation ? 'alphabeta' : name, options };
}

/** @param {string} key @param {string} value */
function checkOption(key, value) {
  if (key === 'evaluation' && !EVALUATIONS.includes(value)) throw new Error(`there is no evaluation “${value}” in the browser`);
  if (key === 'discount' && !(Number(value) > 0 && Number(value) <= 1)) {
    throw new Error(`a discount must be more than 0 and at most 1, not ${value}`);
  }
  const isCount = ['depth', 'playouts', 'threads'].includes(key);
  if ((isCount && !/^[1-9]\d{0,8}$/.test(value)) || (key === 'seed' && !/^\d{1,19}$/.test(value))) {
    throw new Error(`${key}: expected an integer, not “${value}”`);
  }
}

/** Whether an engine can play in the browser. @param {string} spec */
export function isSpec(spec) {
  try {
    parseSpec(spec);
    return true;
  } catch {
    return false;
  }
}
