(** The first player wins Connect Four. *)

From Coq Require Import Uint63.
From Dropfour Require Import Game Checker Boards Solution Certificate.

Local Open Scope uint63_scope.

Theorem first_player_wins : red_wins empty.
Proof.
  apply (check_sound size_7x6 memory (propose size_7x6 (table size_7x6 red_7x6)) true Red)
    with (now := Listed) (mine := 0) (theirs := 0).
  - apply Complete.
  - intros b b' M R N W; exact (Continue _ _ b b' M (R eq_refl) N W).
  - discriminate.
  - apply wins_rev.
  - vm_cast_no_check (eq_refl true).
  - repeat constructor.
Time Qed.

Check first_player_wins.
Print Assumptions first_player_wins.
