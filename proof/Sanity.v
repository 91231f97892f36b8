(** What one expects of the rules in [Game], and holds. The theorem does not need it. *)

From Coq Require Import Lia.
From Dropfour Require Import Game.

Ltac four i := destruct i as [|[|[|[|i]]]]; [..|exfalso; lia].

Lemma no_line_on_the_empty_board s : ~ line s empty.
Proof.
  assert (forall c r, cell empty c r = None) as N
    by (intros c r; do 7 (destruct c as [|c]; [now destruct r|]); now destruct c, r).
  intros (c & r & [H|[H|[H|H]]]); specialize (H 0 ltac:(lia)); now rewrite N in H.
Qed.

Lemma four_upright_are_a_line s : line s [[s; s; s; s]].
Proof. exists 0, 0; left; intros i H; now four i. Qed.

Lemma four_falling_are_a_line : line Red
  [[Yellow; Yellow; Yellow; Red]; [Yellow; Yellow; Red]; [Yellow; Red]; [Red]].
Proof. exists 0, 0; right; right; right; intros i H; now four i. Qed.

Lemma three_with_a_free_end_win :
  red_wins [[Red; Yellow]; [Red; Yellow]; [Red; Yellow]; []; []; []; []].
Proof.
  eapply Complete.
  - apply (Drop 6 Red [_; _; _] [] [_; _; _]); cbn; lia.
  - exists 0, 0; right; left; intros i H; now four i.
Qed.

Lemma a_column_takes_six_stones column s : (exists b, move 6 s [column] b) <-> length column < 6.
Proof.
  split.
  - intros (b & M); inversion M as [left c right L E].
    destruct left as [|? [|]]; inversion E; now subst.
  - intro L; eexists; now apply (Drop 6 s [] column []).
Qed.

(** Both players cannot have won: if I win, no defence keeps me from it, whatever I play. *)
Lemma only_one_player_wins rows me b : wins rows me b ->
  ~ (forall b', move rows me b b' -> ~ line me b' /\ holds rows (other me) b').
Proof.
  induction 1 as [b b' M L|b b' M [r R] N _ IH]; intro Defence.
  - now destruct (Defence b' M).
  - destruct (Defence b' M) as [_ [Full|r' R' L|r' R' N' H]].
    + now apply (Full r).
    + now apply (N r').
    + apply (IH r' R'); intros b'' M'; split.
      * intro L; apply (N' b''); now destruct me.
      * apply H; now destruct me.
Qed.
