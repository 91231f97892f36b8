// A position that is being set up, which need not be possible yet.

import { Position } from '../board/rules.js';

/** Immutable, like a position. */
export class Draft {
  /** @param {Rules} rules @param {(Colour | null)[]} owners  column by column, each from the bottom up */
  constructor(rules, owners) {
    this.rules = rules;
    this.owners = owners;
  }

  /** With a disc in a cell, or without it if it is there already. @param {Cell} cell @param {Colour | null} colour */
  with({ column, row }, colour) {
    const index = (column - 1) * this.rules.rows + row - 1;
    return new Draft(this.rules, this.owners.with(index, this.owners[index] === colour ? null : colour));
  }

  /** Without discs. */
  cleared() {
    return new Draft(this.rules, this.owners.map(() => null));
  }

  /** With all discs as far down as they can fall. */
  settled() {
    const { columns, rows } = this.rules;
    return new Draft(this.rules, Array.from({ length: columns }, (_, column) => {
      const discs = this.owners.slice(column * rows, (column + 1) * rows).filter(Boolean);
      return [...discs, ...new Array(rows - discs.length).fill(null)];
    }).flat());
  }

  /** With other rules; discs outside the board are removed. @param {Rules} rules */
  resized(rules) {
    const before = this.position('red');
    return new Draft(rules, Position.empty(rules).owners.map((_, i) => (
      before.at(Math.floor(i / rules.rows) + 1, (i % rules.rows) + 1) ?? null
    )));
  }

  /** The side to move, as long as the number of discs decides it; otherwise null. @returns {Colour | null} */
  get mover() {
    const count = (/** @type {Colour} */ colour) => this.owners.filter((owner) => owner === colour).length;
    const ahead = count('red') - count('yellow');
    return ahead === 0 ? 'red' : ahead === 1 ? 'yellow' : null;
  }

  /** @param {Colour} toMove */
  position(toMove) {
    return new Position(this.rules, this.owners, toMove);
  }
}
