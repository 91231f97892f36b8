// The front end of dropfour.notebook.Board: shows the model's `state` and sends what a person does.
// Buttons are never `disabled`, so that the focus stays where it is while an engine is thinking.

function make(tag, className, parent) {
  const element = document.createElement(tag);
  element.className = className;
  parent.append(element);
  return element;
}

function render({ model, el }) {
  const root = make("div", "dropfour", el);
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab would take the keys otherwise
  const board = make("div", "dropfour-board", root);
  const picture = make("div", "dropfour-picture", board);
  const columns = make("div", "dropfour-columns", board);
  columns.setAttribute("role", "group");
  columns.setAttribute("aria-label", "Columns");
  const status = make("p", "dropfour-status", root);
  status.setAttribute("role", "status");
  const actions = make("div", "dropfour-actions", root);

  function send(action, details = {}) {
    model.send({ action, ply: model.get("state").ply, ...details });
  }

  function makeButton(parent, className, label, onClick) {
    const button = make("button", className, parent);
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") onClick();
    });
    return button;
  }

  const undo = makeButton(actions, "dropfour-action", "Undo", () => send("undo"));
  undo.textContent = "Undo";
  const restart = makeButton(actions, "dropfour-action", "New game", () => send("new game"));
  restart.textContent = "New game";

  function makeColumns(count) {
    columns.replaceChildren();
    for (let column = 1; column <= count; column += 1) {
      makeButton(columns, "dropfour-column", `Column ${column}`, () => send("play", { column }));
    }
  }

  function draw() {
    const state = model.get("state");
    if (columns.childElementCount !== state.columns) makeColumns(state.columns);
    picture.innerHTML = state.svg;
    board.style.maxWidth = `${picture.firstElementChild.getAttribute("width")}px`;
    columns.style.inset = `0 ${100 * state.margin}%`;
    for (const [index, button] of [...columns.children].entries()) {
      button.setAttribute("aria-disabled", String(!state.playable.includes(index + 1)));
    }
    undo.setAttribute("aria-disabled", String(!state.can_undo));
    restart.setAttribute("aria-disabled", String(!state.can_restart));
    if (status.textContent !== state.status) status.textContent = state.status;
  }

  root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has shortcuts of its own
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const buttons = [...columns.children];
    const place = buttons.indexOf(event.target);
    if (step === undefined || place < 0) return;
    event.preventDefault();
    buttons[(place + step + buttons.length) % buttons.length].focus();
  });

  model.on("change:state", draw);
  draw();
  return () => model.off("change:state", draw);
}

export default { render };
