(** The rules of Connect Four, and what it means that a player wins: all that must be believed.

    Everything is stated for a number of rows and for one of the players, "me"; the theorem is about
    six rows and red. *)

From Coq Require Export List.
Export ListNotations.

Inductive stone := Red | Yellow.

Definition other (s : stone) : stone := match s with Red => Yellow | Yellow => Red end.

(** A column is a list of stones from the bottom up, a board a list of columns from the left. *)
Definition board := list (list stone).

Definition empty : board := repeat [] 7.

Definition cell (b : board) (column row : nat) : option stone := nth_error (nth column b []) row.

(** Four stones in a row, of one colour: upright, flat, rising or falling. *)
Definition line (s : stone) (b : board) : Prop := exists column row,
  (forall i, i < 4 -> cell b column (row + i) = Some s) \/
  (forall i, i < 4 -> cell b (column + i) row = Some s) \/
  (forall i, i < 4 -> cell b (column + i) (row + i) = Some s) \/
  (forall i, i < 4 -> cell b (column + i) (row + 3 - i) = Some s).

Section Game.
Variable rows : nat.

(** A move drops a stone on top of a column that has room. *)
Inductive move (s : stone) : board -> board -> Prop :=
| Drop left column right : length column < rows ->
    move s (left ++ column :: right) (left ++ (column ++ [s]) :: right).

Variable me : stone.

(** I am to move and win: either I complete a line; or I move, the board is not full, no reply
    completes a line, and I win after every reply. *)
Inductive wins (b : board) : Prop :=
| Complete b' : move me b b' -> line me b' -> wins b
| Continue b' : move me b b' ->
    (exists reply, move (other me) b' reply) ->
    (forall reply, move (other me) b' reply -> ~ line (other me) reply) ->
    (forall reply, move (other me) b' reply -> wins reply) ->
    wins b.

(** I am to move and do not lose: as before, but a full board is good enough. *)
Inductive holds (b : board) : Prop :=
| HoldFull : (forall b', ~ move me b b') -> holds b
| HoldComplete b' : move me b b' -> line me b' -> holds b
| HoldContinue b' : move me b b' ->
    (forall reply, move (other me) b' reply -> ~ line (other me) reply) ->
    (forall reply, move (other me) b' reply -> holds reply) ->
    holds b.

End Game.

Definition red_wins : board -> Prop := wins 6 Red.
