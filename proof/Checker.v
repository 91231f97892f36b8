(** The checker: it follows proposed moves against every reply. If it succeeds, the game is won. *)

From Coq Require Import ZArith Lia Bool Uint63 PArray.
From Dropfour Require Import Game Bitboard.

Local Open Scope uint63_scope.

(** What to do next and to remember then: place a stone, or look at the mirror image. *)
Inductive proposal (memory : Type) :=
| Stone (cell : int) (next : memory)
| Mirror (next : memory).
Arguments Stone {memory}.
Arguments Mirror {memory}.

Section Checker.

Variable size : size.
Let rows := rows size.
Let columns := columns size.

(** My moves: any function of a memory, my stones, the other player's and their last one. Nothing
    is known about it and nothing needs to be. *)
Variable memory : Type.
Variable propose : memory -> int -> int -> int -> proposal memory.

(** Must I win, or is a draw good enough? *)
Variable must_win : bool.

(** Positions that are known to be won. It may forget some: a later one replaces an earlier one. *)
Definition cache := array (int * int).

Definition place (mine theirs : int) : int :=
  ((landings size mine theirs + mine) * 0x1E3779B97F4A7C15) >> 43.

Fixpoint each (step : cache -> int -> option cache) (todo : list int) (won : cache) :=
  match todo with
  | [] => Some won
  | c :: todo => match step won c with Some won => each step todo won | None => None end
  end.

Definition is_landing (free cell : int) : bool :=
  if cell =? 0 then false else existsb (fun c => cell =? free land c) columns.

Definition has_room (free : int) : bool := existsb (fun c => negb (free land c =? 0)) columns.

(** I am to move. The result is a fuller cache, or nothing if the moves do not win. *)
Fixpoint visit (plies : nat) (won : cache) (now : memory) (mine theirs last : int) :=
  match plies with
  | O => None
  | S plies =>
    let known := won.[place mine theirs] in
    if if fst known =? mine then snd known =? theirs else false then Some won else
    match propose now mine theirs last with
    | Mirror next => visit plies won next (mirror size mine) (mirror size theirs) 0
    | Stone cell next =>
      let free := landings size mine theirs in
      if negb (is_landing free cell)
      then if must_win then None else if has_room free then None else Some won else
      let mine' := mine + cell in
      if has_line mine' then Some won else
      let free := landings size mine' theirs in
      if if must_win then negb (has_room free) else false then None else
      let reply won c :=
        let cell := free land c in
        if cell =? 0 then Some won else
        let theirs' := theirs + cell in
        if has_line theirs' then None else visit plies won next mine' theirs' cell in
      match each reply columns won with
      | Some won => Some won.[place mine theirs <- (mine, theirs)]
      | None => None
      end
    end
  end.

(** * Soundness *)

Variables (me : stone) (goal : board -> Prop).
Hypothesis complete : forall b b', move rows me b b' -> line me b' -> goal b.
Hypothesis continue : forall b b', move rows me b b' ->
  (must_win = true -> exists reply, move rows (other me) b' reply) ->
  (forall reply, move rows (other me) b' reply -> ~ line (other me) reply) ->
  (forall reply, move rows (other me) b' reply -> goal reply) ->
  goal b.
Hypothesis full : must_win = false -> forall b, (forall b', ~ move rows me b b') -> goal b.

Hypothesis mirrored : forall b, goal b -> goal (rev b).

Notation shows := (shows size).
Definition reached mine theirs := forall b, shows me mine theirs b -> goal b.
Definition sound (won : cache) := forall i, reached (fst won.[i]) (snd won.[i]).

Lemma each_sound (step : cache -> int -> option cache) (Q : int -> Prop) :
  (forall won c won', sound won -> step won c = Some won' -> sound won' /\ Q c) ->
  forall todo won won', sound won -> each step todo won = Some won' ->
  sound won' /\ forall c, In c todo -> Q c.
Proof.
  intros H todo; induction todo as [|c todo IH]; cbn; intros won won' G E.
  - injection E as <-; split; [exact G|easy].
  - destruct (step won c) as [won1|] eqn:E1; [|discriminate].
    destruct (H _ _ _ G E1) as [G1 Q1]; destruct (IH _ _ G1 E) as [G2 Q2].
    split; [exact G2|]; intros d [<-|I]; auto.
Qed.

Lemma sound_set won i mine theirs :
  sound won -> reached mine theirs -> sound won.[i <- (mine, theirs)].
Proof.
  intros G R j; destruct (eq_dec i j) as [<-|N].
  - destruct (i <? PArray.length won) eqn:L.
    + rewrite get_set_same by exact L; exact R.
    + rewrite get_out_of_bounds, default_set by (now rewrite length_set).
      rewrite <- (get_out_of_bounds _ _ _ L); apply G.
  - rewrite get_set_other by exact N; apply G.
Qed.

Lemma has_room_spec s mine theirs b : shows s mine theirs b ->
  has_room (landings size mine theirs) = true <-> exists b', move rows s b b'.
Proof.
  intro S; unfold has_room; rewrite existsb_exists; split.
  - intros (c & I & N); apply negb_true_iff, eqb_false_spec in N.
    destruct (move_of_column _ _ _ _ _ _ S I N) as (b' & M & _); eauto.
  - intros (b' & M).
    destruct (column_of_move _ _ _ _ _ _ S M) as (c & I & N & _).
    exists c; split; [exact I|]; now apply negb_true_iff, eqb_false_spec.
Qed.

Lemma is_landing_spec free cell : is_landing free cell = true ->
  exists c, In c columns /\ cell = free land c /\ cell <> 0.
Proof.
  unfold is_landing; destruct (cell =? 0) eqn:Z0; [discriminate|]; apply eqb_false_spec in Z0.
  intro E; apply existsb_exists in E as (c & I & E); apply eqb_spec in E; eauto.
Qed.

Lemma visit_sound plies : forall won now mine theirs last won', sound won ->
  visit plies won now mine theirs last = Some won' -> sound won' /\ reached mine theirs.
Proof.
  induction plies as [|plies IH]; [discriminate|].
  intros won now mine theirs last won' G; cbn [visit].
  pose proof (G (place mine theirs)) as K.
  destruct (if fst won.[_] =? mine then _ else _) eqn:Known.
  { destruct (fst won.[_] =? mine) eqn:Em in Known; [|discriminate].
    apply eqb_spec in Em, Known; rewrite Em, Known in K; intros [= <-]; now split. }
  clear K Known; destruct (propose now mine theirs last) as [cell next|next].
  2: { intro E; apply IH in E as [G1 R]; [|exact G]; split; [exact G1|].
    intros b S; rewrite <- (rev_involutive b); now apply mirrored, R, shows_mirror. }
  destruct (is_landing _ cell) eqn:L; cbn [negb].
  2: { destruct must_win eqn:W; [discriminate|].
    destruct (has_room _) eqn:R; [discriminate|]; intros [= <-]; split; [exact G|].
    intros b S; apply full; [reflexivity|]; intros b' M.
    assert (has_room (landings size mine theirs) = true)
      by (apply (has_room_spec me _ _ b); eauto). congruence. }
  apply is_landing_spec in L as (c & I & -> & N); set (cell := _ land c) in *.
  assert (forall b, shows me mine theirs b ->
    exists b', move rows me b b' /\ shows me (mine + cell) theirs b') as Move
    by (intros b S; now apply (move_of_column _ )).
  destruct (has_line (mine + cell)) eqn:Line.
  { intros [= <-]; split; [exact G|]; intros b S; destruct (Move b S) as (b' & M & S').
    apply (complete b b' M), (has_line_spec size me b' (mine + cell)); apply S' || exact Line. }
  set (free := landings size (mine + cell) theirs) in *.
  destruct (if must_win then _ else _) eqn:Room; [discriminate|].
  match goal with |- context [each ?f] => set (reply := f) end.
  destruct (each reply columns won) as [won1|] eqn:Each; [|discriminate]; intros [= <-].
  apply (each_sound reply (fun c => free land c <> 0 ->
    has_line (theirs + (free land c)) = false /\ reached (mine + cell) (theirs + (free land c))))
    in Each as [G1 Replies]; [|clear won won1 G Each|exact G].
  - assert (reached mine theirs) as R; [|split; [now apply sound_set|exact R]].
    intros b S; destruct (Move b S) as (b' & M & S'); apply shows_other in S'.
    assert (forall b'', move rows (other me) b' b'' -> exists t, has_line t = false /\
      reached (mine + cell) t /\ shows (other me) t (mine + cell) b'') as After.
    { intros b'' M'.
      destruct (column_of_move _ _ _ _ _ _ S' M') as (d & J & N' & S'').
      rewrite landings_comm in N', S''; fold free in N', S''.
      destruct (Replies d J N') as [Q1 Q2]; eauto. }
    apply (continue b b' M).
    + intros W; rewrite W in Room; apply negb_false_iff in Room.
      apply (has_room_spec _ _ _ _ S'); rewrite landings_comm; exact Room.
    + intros b'' M' Ln; destruct (After b'' M') as (t & T & _ & S'').
      apply (has_line_spec size (other me) b'' t) in Ln; apply S'' || congruence.
    + intros b'' M'; destruct (After b'' M') as (t & _ & T & S'').
      apply T; apply shows_other in S''; now destruct me.
  - unfold reply; intros won d won1 G; destruct (free land d =? 0) eqn:Z0.
    { apply eqb_spec in Z0; intros [= <-]; split; [exact G|]; contradiction. }
    destruct (has_line (theirs + _)) eqn:L; [discriminate|].
    intro E; apply IH in E as [G1 R]; [|exact G]; now split.
Qed.

(** No board shows this position, so anything may be said about it. *)
Definition nothing : int * int := (max_int, 0).

Definition start : cache := make 0x100000 nothing.

Lemma start_sound : sound start.
Proof.
  intro i; unfold start; rewrite get_make; intros b (M & _ & F).
  pose proof (stones_bounds size me b F) as B; rewrite <- M in B.
  change (to_Z (fst nothing)) with (2 ^ 63 - 1)%Z in B; lia.
Qed.

(** I am to move. *)
Definition check (now : memory) (mine theirs : int) : bool :=
  match visit 50 start now mine theirs 0 with Some _ => true | None => false end.

Theorem check_sound now mine theirs b :
  check now mine theirs = true -> shows me mine theirs b -> goal b.
Proof.
  unfold check; destruct (visit _ _ _ _ _ _) as [won|] eqn:V; [|discriminate]; intros _.
  apply visit_sound in V as [_ R]; [apply R|apply start_sound].
Qed.

(** The other player is to move. *)
Definition check_replies (now : memory) (mine theirs : int) : bool :=
  let reply won c :=
    let cell := landings size mine theirs land c in
    if cell =? 0 then Some won else visit 50 won now mine (theirs + cell) 0 in
  match each reply columns start with Some _ => true | None => false end.

Theorem check_replies_sound now mine theirs b b' :
  check_replies now mine theirs = true -> shows me mine theirs b -> move rows (other me) b b' ->
  goal b'.
Proof.
  unfold check_replies; match goal with |- context [each ?f] => set (reply := f) end.
  destruct (each reply columns start) as [won|] eqn:E; [|discriminate]; intros _ S M.
  apply shows_other in S; destruct (column_of_move _ _ _ _ _ _ S M) as (c & I & N & S').
  rewrite landings_comm in N, S'; apply shows_other in S'.
  apply (each_sound reply (fun c => landings size mine theirs land c <> 0 ->
    reached mine (theirs + (landings size mine theirs land c)))) in E as [_ R];
    [|clear won E|apply start_sound].
  - apply (R c I N); now destruct me.
  - unfold reply; intros won d won1 G; destruct (_ =? 0) eqn:Z0.
    { apply eqb_spec in Z0; intros [= <-]; split; [exact G|]; contradiction. }
    intro E; apply visit_sound in E as [G1 R]; [|exact G]; now split.
Qed.
End Checker.
