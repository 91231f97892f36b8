(** The sizes of boards that have theorems; and that a mirror image is won, or held, as well. *)

From Coq Require Import Uint63.
From Dropfour Require Import Game Bitboard.

Local Open Scope uint63_scope.

Definition size_7x6 : size.
Proof.
  refine {| rows := 6; width := 7; bottom := 0x40810204081;
    columns := [63; 63 << 7; 63 << 14; 63 << 21; 63 << 28; 63 << 35; 63 << 42] |};
    abstract (repeat constructor || now vm_compute).
Defined.

Definition size_6x6 : size.
Proof.
  refine {| rows := 6; width := 6; bottom := 0x810204081;
    columns := [63; 63 << 7; 63 << 14; 63 << 21; 63 << 28; 63 << 35; 63 << 42] |};
    abstract (repeat constructor || now vm_compute).
Defined.

Definition size_7x5 : size.
Proof.
  refine {| rows := 5; width := 7; bottom := 0x40810204081;
    columns := [31; 31 << 7; 31 << 14; 31 << 21; 31 << 28; 31 << 35; 31 << 42] |};
    abstract (repeat constructor || now vm_compute).
Defined.

Lemma move_back rows s b b' : move rows s (rev b) b' -> move rows s b (rev b').
Proof. intro M; rewrite <- (rev_involutive b); now apply move_rev. Qed.

Lemma wins_rev rows me b : wins rows me b -> wins rows me (rev b).
Proof.
  induction 1 as [b b' M L|b b' M [r R] N _ IH].
  - exact (Complete _ _ _ _ (move_rev _ _ _ _ M) (line_rev _ _ L)).
  - apply (Continue _ _ _ _ (move_rev _ _ _ _ M)).
    + exists (rev r); now apply move_rev.
    + intros r' R' L; apply (N (rev r')); [now apply move_back|now apply line_rev].
    + intros r' R'; rewrite <- (rev_involutive r'); now apply IH, move_back.
Qed.

Lemma holds_rev rows me b : holds rows me b -> holds rows me (rev b).
Proof.
  induction 1 as [b F|b b' M L|b b' M N _ IH].
  - apply HoldFull; intros b' M; exact (F _ (move_back _ _ _ _ M)).
  - exact (HoldComplete _ _ _ _ (move_rev _ _ _ _ M) (line_rev _ _ L)).
  - apply (HoldContinue _ _ _ _ (move_rev _ _ _ _ M)).
    + intros r' R' L; apply (N (rev r')); [now apply move_back|now apply line_rev].
    + intros r' R'; rewrite <- (rev_involutive r'); now apply IH, move_back.
Qed.
