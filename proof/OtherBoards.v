(** The same for other boards: yellow wins on 6x6, and red does not lose on 7x5. *)

From Coq Require Import Uint63.
From Dropfour Require Import Game Checker Boards Solution Certificate6x6 Certificate7x5.

Local Open Scope uint63_scope.

Theorem second_player_wins_6x6 :
  forall b, move 6 Red (repeat [] 6) b -> wins 6 Yellow b.
Proof.
  intro b.
  apply (check_replies_sound size_6x6 memory (propose size_6x6 (table size_6x6 yellow_6x6)) true
    Yellow) with (now := Listed) (mine := 0) (theirs := 0).
  - apply Complete.
  - intros b1 b' M R N W; exact (Continue _ _ b1 b' M (R eq_refl) N W).
  - discriminate.
  - apply wins_rev.
  - vm_cast_no_check (eq_refl true).
  - repeat constructor.
Time Qed.

Theorem first_player_does_not_lose_7x5 : holds 5 Red (repeat [] 7).
Proof.
  apply (check_sound size_7x5 memory (propose size_7x5 (table size_7x5 red_7x5)) false Red)
    with (now := Listed) (mine := 0) (theirs := 0).
  - apply HoldComplete.
  - intros b b' M _ N W; exact (HoldContinue _ _ b b' M N W).
  - intros _; apply HoldFull.
  - apply holds_rev.
  - vm_cast_no_check (eq_refl true).
  - repeat constructor.
Time Qed.

Check second_player_wins_6x6.
Check first_player_does_not_lose_7x5.
