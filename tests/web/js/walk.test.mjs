// What a person walks through where a plan has exceptions. solution.test.mjs has the checker.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { load, pretendBrowser } from './page.mjs';

pretendBrowser();
const { playAll } = await load('board/rules.js');
const { fill } = await load('core/sentences.js');
const { Graph, answerTo, phraseOf } = await load('study/solution.js');

const { valid, followed } = JSON.parse(readFileSync(new URL('../../study/solutions.json', import.meta.url), 'utf8'));
const graph = new Graph(`dropfour solution 3\n${valid.find(([name]) => name === followed)[1]}`);
const nodeAt = (moves) => graph.find([...moves].map(Number)).node;
const after = (...moves) => playAll(graph.base, moves);

test('the listed positions that come up are below a plan with exceptions', () => {
  const below = (moves) => graph.repliesOf(nodeAt(moves)).map(({ node }) => node.moves);
  assert.deepEqual(below('1').toSorted(), ['114423333', '11443233443', '441123222', '44113222112']);
  assert.deepEqual(below('114423333'), ['11442333344']);
  assert.deepEqual(below('2'), []); // to the end of the game
  const all = [...graph.below(nodeAt('1')), nodeAt('2')];
  assert.deepEqual(new Set(all), new Set(graph.nodes));
});

test('a line leads to each of them, also from the mirror image', () => {
  for (const column of [1, 4]) {
    const position = after(column);
    const step = graph.stepAt(position);
    assert.equal(step.kind, 'follow');
    assert.equal(fill(phraseOf(step, position)), 'from here on yellow follows plan 1 until a listed position comes up');
    const said = step.replies.map((reply) => {
      assert.equal(reply.column, reply.line.at(-1));
      assert.equal(graph.find([], playAll(position, reply.line)).node, reply.node);
      return fill(answerTo(graph, reply, position));
    });
    assert.equal(said.filter((each) => each === 'plan 3 until a listed position comes up').length, 1);
    assert.equal(said.filter((each) => /^plan [14]$/.test(each)).length, 2);
    assert.equal(said.filter((each) => /^play column [23]$/.test(each)).length, 1);
  }
});

test('between them the solution names no move', () => {
  const [{ line }] = graph.stepAt(after(1)).replies;
  for (let ply = 1; ply < line.length; ply += 1)
    assert.equal(graph.stepAt(after(1, ...line.slice(0, ply))).kind, 'outside');
});
