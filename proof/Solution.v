(** What a solution proposes (docs/solution.md, The format), as a function. Nothing is proven about
    it, since the checker does not trust it. *)

From Coq Require Import List Bool Uint63.
From Dropfour Require Import Bitboard Checker.
Import ListNotations.
Local Open Scope uint63_scope.

(** Columns count from 1; cell 23 is in column 2, row 3. Plans count from 0. *)
Inductive rule :=
| Take (cells : list int)
| Pair (one another : int)
| Answer (columns : list int)
| Otherwise (columns : list int).

Inductive answer := Play (column : int) | Plan (plan : nat) | Follow (plan : nat).

Record solution := { plans : list (list rule); positions : list (list int * answer) }.

(** What is remembered from one move to the next: whether a plan is in force, and until which
    positions. *)
Inductive memory := Listed | Following (plan : list rule) (exceptions : list (int * int)).

Definition union : list int -> int := fold_right (fun one another => one lor another) 0.

Section Solution.

Variable size : size.

Definition board : int := union (columns size).
Definition column (c : int) : int := hd 0 (columns size) << (7 * (c - 1)).

(** * A solution with masks instead of numbers *)

Definition masks (r : rule) : rule :=
  let cell n := 1 << (7 * (n / 10 - 1) + n mod 10 - 1) in
  match r with
  | Take cells => Take (map cell cells)
  | Pair one another => Pair (cell one) (cell another)
  | Answer columns => Answer [union (map column columns)]
  | Otherwise columns => Otherwise (map column columns)
  end.

(** The stones of the side to move and of the other one. *)
Definition position (moves : list int) : int * int :=
  fold_left (fun '(mine, theirs) c =>
    (theirs, mine + (landings size mine theirs land column c))) moves (0, 0).

(** Positions with the column to play, or with the plan to follow and its exceptions. These are the
    listed positions, and their mirror images, that have at least the stones of the position:
    no other one can come up. *)
Definition table (s : solution) : list (int * int * (int + list rule * list (int * int))) :=
  let listed := map (fun '(moves, _) => position moves) (positions s) in
  let all := listed ++ map (fun '(m, t) => (mirror size m, mirror size t)) listed in
  let from mine theirs :=
    filter (fun '(m, t) => if m land mine =? mine then t land theirs =? theirs else false) all in
  let rules n := map masks (nth n (plans s) []) ++ [Otherwise (columns size)] in
  map (fun '(moves, what) =>
    let '(mine, theirs) := position moves in
    (mine, theirs, match what with
      | Play c => inl (column c)
      | Plan n => inr (rules n, [])
      | Follow n => inr (rules n, from mine theirs)
      end)) (positions s).

(** * A move *)

Definition lowest (cells : int) : int := cells land (0 - cells).

(** The cells, empty or not, that complete a line. *)
Definition completing (m : int) : int :=
  let around d :=
    let above := (m << d) land (m << (2 * d)) in
    let below := (m >> d) land (m >> (2 * d)) in
    (above land ((m << (3 * d)) lor (m >> d))) lor (below land ((m << d) lor (m >> (3 * d)))) in
  board land (((m << 1) land (m << 2) land (m << 3)) lor around 7 lor around 8 lor around 6).

Fixpoint first (masks : list int) (cells : int) : int :=
  match masks with
  | [] => 0
  | m :: masks => if m land cells =? 0 then first masks cells else m land cells
  end.

(** The first rule that gives a safe cell; [free] are the cells where a stone lands. *)
Fixpoint choose (plan : list rule) (free safe last : int) : int :=
  match plan with
  | [] => 0
  | r :: plan =>
    let cell := match r with
      | Take masks | Otherwise masks => first masks safe
      | Pair one another =>
          if one land free =? 0 then another land safe
          else if another land free =? 0 then one land safe else 0
      | Answer masks => if first masks last =? 0 then 0 else (last << 1) land safe
      end in
    if cell =? 0 then choose plan free safe last else cell
  end.

Definition follow (plan : list rule) (free theirs last : int) : int :=
  let lost := completing theirs in
  let blocks := lost land free in
  if blocks =? 0 then
    let safe := free lxor (free land (lost >> 1)) in
    choose plan free (if safe =? 0 then free else safe) last
  else lowest blocks.

Definition is_at (mine theirs : int) '(m, t) : bool :=
  if m =? mine then t =? theirs else false.

(** What is in force, once it is looked whether an exception of the plan comes up. *)
Definition leave (now : memory) (mine theirs : int) : memory :=
  match now with
  | Following _ exceptions => if existsb (is_at mine theirs) exceptions then Listed else now
  | Listed => Listed
  end.

Definition propose (known : list (int * int * (int + list rule * list (int * int))))
    (now : memory) (mine theirs last : int) : proposal memory :=
  let free := landings size mine theirs land board in
  let wins := completing mine land free in
  if wins =? 0 then
    match leave now mine theirs with
    | Following plan _ => Stone (follow plan free theirs last) now
    | Listed =>
      match find (fun '(listed, _) => is_at mine theirs listed) known with
      | Some (_, inl column) => Stone (free land column) Listed
      | Some (_, inr (plan, exceptions)) =>
          Stone (follow plan free theirs 0) (Following plan exceptions)
      | None => Mirror Listed
      end
    end
  else Stone (lowest wins) now.

End Solution.
