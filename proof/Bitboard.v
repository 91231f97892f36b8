(** Boards as integers of 63 bits: cell [row] of [column] is bit [7 * column + row]. *)

From Coq Require Import ZArith Lia Bool Uint63.
From Dropfour Require Import Game.

Open Scope Z_scope.

(** * A board as numbers, one digit to the base 128 a column *)

Definition is (s x : stone) : bool :=
  match s, x with Red, Red | Yellow, Yellow => true | _, _ => false end.

Fixpoint digit (s : stone) (column : list stone) : Z :=
  match column with [] => 0 | x :: column => Z.b2z (is s x) + 2 * digit s column end.

Fixpoint base128 (digits : list Z) : Z :=
  match digits with [] => 0 | x :: digits => x + 128 * base128 digits end.

Definition height (column : list stone) : Z := Z.of_nat (length column).

Definition stones (s : stone) (b : board) : Z := base128 (map (digit s) b).

(** The cells where a stone lands, above the top row if a column is full. *)
Definition landing (b : board) : Z := base128 (map (fun column => 2 ^ height column) b).

Lemma is_spec s x : is s x = true <-> x = s.
Proof. destruct s, x; cbn; intuition congruence. Qed.

Lemma digit_bounds s column : 0 <= digit s column < 2 ^ height column.
Proof.
  induction column as [|x column IH]; [cbn; lia|].
  unfold height in *; cbn [length digit]; rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  destruct (is s x); cbn [Z.b2z]; lia.
Qed.

Lemma digits_sum s column : digit s column + digit (other s) column + 1 = 2 ^ height column.
Proof.
  induction column as [|x column IH]; [destruct s; reflexivity|].
  unfold height in *; cbn [length digit]; rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  destruct s, x; cbn [is other Z.b2z] in *; lia.
Qed.

Lemma landing_sum s b : landing b = stones s b + stones (other s) b + base128 (repeat 1 (length b)).
Proof.
  unfold landing, stones; induction b as [|column b IH]; [reflexivity|].
  cbn [map repeat length base128]; rewrite <- (digits_sum s column); lia.
Qed.

Lemma digit_snoc s x column :
  digit s (column ++ [x]) = digit s column + if is s x then 2 ^ height column else 0.
Proof.
  induction column as [|y column IH]; [cbn; now destruct (is s x)|].
  unfold height in *; cbn [length digit app]; rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia.
  destruct (is s x); lia.
Qed.

Lemma base128_app l r : base128 (l ++ r) = base128 l + 2 ^ (7 * Z.of_nat (length l)) * base128 r.
Proof.
  induction l as [|x l IH]; [cbn [length base128 app]; lia|].
  cbn [length base128 app]; rewrite IH.
  replace (7 * Z.of_nat (S (length l))) with (7 + 7 * Z.of_nat (length l)) by lia.
  rewrite Z.pow_add_r by lia; change (2 ^ 7) with 128; lia.
Qed.

Lemma base128_bounds l :
  Forall (fun x => 0 <= x < 128) l -> 0 <= base128 l < 2 ^ (7 * Z.of_nat (length l)).
Proof.
  induction 1 as [|x l Hx _ IH]; [cbn; lia|].
  cbn [length base128].
  replace (7 * Z.of_nat (S (length l))) with (7 + 7 * Z.of_nat (length l)) by lia.
  rewrite Z.pow_add_r by lia; change (2 ^ 7) with 128; lia.
Qed.

(** * Bits are cells *)

Lemma testbit_low x y n : 0 <= x < 128 -> 0 <= n < 7 ->
  Z.testbit (x + 128 * y) n = Z.testbit x n.
Proof.
  intros. rewrite <- (Z.mod_pow2_bits_low (x + 128 * y) 7 n) by lia.
  change (2 ^ 7) with 128. rewrite Z.mul_comm, Z.mod_add, Z.mod_small by lia. reflexivity.
Qed.

Lemma testbit_high x y n : 0 <= x < 128 -> 0 <= n ->
  Z.testbit (x + 128 * y) (7 + n) = Z.testbit y n.
Proof.
  intros. rewrite Z.add_comm with (n := 7), <- Z.div_pow2_bits by lia.
  change (2 ^ 7) with 128. rewrite Z.mul_comm, Z.div_add, Z.div_small by lia. reflexivity.
Qed.

Lemma testbit_base128 l c r : Forall (fun x => 0 <= x < 128) l -> 0 <= r < 7 ->
  Z.testbit (base128 l) (7 * Z.of_nat c + r) = Z.testbit (nth c l 0) r.
Proof.
  intros H Hr; revert c; induction H as [|x l Hx _ IH]; intro c.
  - destruct c; cbn; now rewrite ?Z.bits_0.
  - destruct c as [|c]; cbn [base128 nth].
    + now apply testbit_low.
    + replace (7 * Z.of_nat (S c) + r) with (7 + (7 * Z.of_nat c + r)) by lia.
      rewrite testbit_high by lia; apply IH.
Qed.

Lemma testbit_digit s column r :
  Z.testbit (digit s column) (Z.of_nat r) = true <-> nth_error column r = Some s.
Proof.
  revert r; induction column as [|x column IH]; intro r; cbn [digit].
  - rewrite Z.bits_0; destruct r; cbn; intuition congruence.
  - destruct r as [|r]; cbn [nth_error].
    + rewrite Z.add_b2z_double_bit0, is_spec; intuition congruence.
    + rewrite Nat2Z.inj_succ, Z.add_comm, Z.testbit_succ_r, <- IH by lia. reflexivity.
Qed.

(** * Boards of one size *)

Definition mask (rows column : nat) : Z := (2 ^ Z.of_nat rows - 1) * 2 ^ (7 * Z.of_nat column).

(** The cells of each of seven columns, and the lowest ones, as masks. *)
Record size := {
  rows : nat; width : nat; columns : list int; bottom : int;
  rows_fit : (rows <= 6)%nat;
  width_fit : (width <= 7)%nat;
  columns_fit : map to_Z columns = map (mask rows) (seq 0 7);
  bottom_fit : to_Z bottom = base128 (repeat 1 width)
}.

Section Size.
Variable size : size.
Let rows := rows size.
Let width := width size.
Let columns := columns size.
Let bottom := bottom size.
Let rows_fit : (rows <= 6)%nat := rows_fit size.
Let width_fit : (width <= 7)%nat := width_fit size.
Let columns_fit : map to_Z columns = map (mask rows) (seq 0 7) := columns_fit size.
Let bottom_fit : to_Z bottom = base128 (repeat 1 width) := bottom_fit size.

Definition fits (b : board) : Prop :=
  length b = width /\ Forall (fun column => (length column <= rows)%nat) b.

Lemma power_bounds column : (length column <= rows)%nat -> 1 <= 2 ^ height column < 128.
Proof.
  intro H; unfold height; change 1 with (2 ^ 0); change 128 with (2 ^ 7).
  split; [apply Z.pow_le_mono_r|apply Z.pow_lt_mono_r]; lia.
Qed.

Lemma digits_fit s b : fits b -> Forall (fun x => 0 <= x < 128) (map (digit s) b).
Proof.
  intros [_ H]; apply Forall_map; revert H; apply Forall_impl; intros column H.
  pose proof (digit_bounds s column); pose proof (power_bounds column H); lia.
Qed.

Lemma stones_bounds s b : fits b -> 0 <= stones s b < 2 ^ 49.
Proof.
  intro H; pose proof (base128_bounds _ (digits_fit s b H)) as B.
  rewrite map_length in B; fold (stones s b) in B; destruct H as [H _].
  assert (2 ^ (7 * Z.of_nat (length b)) <= 2 ^ 49) by (apply Z.pow_le_mono_r; lia). lia.
Qed.

Lemma bit_of_cell s b c r : fits b -> cell b c r = Some s ->
  Z.testbit (stones s b) (7 * Z.of_nat c + Z.of_nat r) = true /\ (r < 6)%nat.
Proof.
  intros F H; assert (r < 6)%nat as Hr.
  { assert (r < length (nth c b []))%nat by (apply nth_error_Some; unfold cell in H; congruence).
    destruct F as [_ F]; destruct (Nat.lt_ge_cases c (length b)) as [Hc|Hc].
    - rewrite Forall_nth in F; specialize (F c [] Hc); lia.
    - rewrite nth_overflow in H0 by lia; cbn in H0; lia. }
  split; [|exact Hr]. unfold stones.
  rewrite testbit_base128 by (apply digits_fit || lia; trivial).
  change 0 with (digit s []); rewrite map_nth; now apply testbit_digit.
Qed.

Lemma cell_of_bit s b n : fits b -> 0 <= n -> Z.testbit (stones s b) n = true ->
  exists c r, n = 7 * Z.of_nat c + Z.of_nat r /\ (r < 6)%nat /\ cell b c r = Some s.
Proof.
  intros F Hn H.
  exists (Z.to_nat (n / 7)), (Z.to_nat (n mod 7)).
  assert (n = 7 * Z.of_nat (Z.to_nat (n / 7)) + Z.of_nat (Z.to_nat (n mod 7))) as E.
  { rewrite !Z2Nat.id by (apply Z.div_pos || apply Z.mod_pos_bound; lia). apply Z.div_mod; lia. }
  split; [exact E|].
  assert (cell b (Z.to_nat (n / 7)) (Z.to_nat (n mod 7)) = Some s) as C.
  { rewrite E in H; unfold stones in H; rewrite testbit_base128 in H.
    - change 0 with (digit s []) in H; rewrite map_nth in H; now apply testbit_digit in H.
    - now apply digits_fit.
    - pose proof (Z.mod_pos_bound n 7). lia. }
  split; [|exact C]. now apply (bit_of_cell s b) in C.
Qed.

(** * Lines *)

Definition row (m d : int) : bool :=
  (let pairs := m land (m >> d) in negb (pairs land (pairs >> (d + d)) =? 0))%uint63.

Definition has_line (m : int) : bool := row m 1 || row m 7 || row m 8 || row m 6.

Lemma row_spec m d : 0 <= to_Z d < 32 -> row m d = true <->
  exists n, 0 <= n /\ forall i, 0 <= i < 4 -> Z.testbit (to_Z m) (n + to_Z d * i) = true.
Proof.
  intro Hd; unfold row; rewrite negb_true_iff, eqb_false_spec.
  assert (to_Z (d + d) = to_Z d + to_Z d) as Edd.
  { rewrite add_spec, Z.mod_small; [lia|]. change wB with (2 ^ 63). lia. }
  set (x := (m land (m >> d))%uint63).
  assert (forall n, 0 <= n -> Z.testbit (to_Z (x land (x >> (d + d)))) n =
    Z.testbit (to_Z m) n && Z.testbit (to_Z m) (n + to_Z d) &&
    (Z.testbit (to_Z m) (n + to_Z d * 2) && Z.testbit (to_Z m) (n + to_Z d * 3))) as E.
  { intros n Hn; unfold x; rewrite !land_spec', !lsr_spec, !land_spec', !lsr_spec.
    rewrite !Z.land_spec, !Z.div_pow2_bits, !Z.land_spec, !Z.div_pow2_bits, Edd by lia.
    do 3 f_equal; lia || (f_equal; lia). }
  split.
  - intro H. set (z := (x land (x >> (d + d)))%uint63) in *.
    assert (0 < to_Z z) as P.
    { pose proof (to_Z_bounded z). enough (to_Z z <> 0) by lia.
      intro Z0; apply H, to_Z_inj; now rewrite Z0. }
    pose proof (Z.bit_log2 _ P) as B; pose proof (Z.log2_nonneg (to_Z z)).
    rewrite E in B by lia; apply andb_prop in B as [B1 B2].
    apply andb_prop in B1 as [? ?]; apply andb_prop in B2 as [? ?].
    exists (Z.log2 (to_Z z)); split; [lia|]; intros i Hi.
    assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3) as [-> | [-> | [-> | ->]]] by lia;
      rewrite ?Z.mul_0_r, ?Z.mul_1_r, ?Z.add_0_r; assumption.
  - intros (n & Hn & H) Z0; specialize (E n Hn); rewrite Z0, Z.bits_0 in E.
    pose proof (H 0); pose proof (H 1); pose proof (H 2); pose proof (H 3).
    rewrite ?Z.mul_0_r, ?Z.mul_1_r, ?Z.add_0_r in *.
    rewrite H0, H1, H2, H3 in E by lia; discriminate.
Qed.

Ltac four i := destruct i as [|[|[|[|i]]]]; [..|exfalso; lia].

Lemma has_line_spec s b m : fits b -> to_Z m = stones s b -> has_line m = true <-> line s b.
Proof.
  intros F E; unfold has_line; rewrite !orb_true_iff, !row_spec, E by (vm_compute; intuition easy).
  change (to_Z 1) with 1; change (to_Z 7) with 7; change (to_Z 8) with 8; change (to_Z 6) with 6.
  split.
  - intro H; assert (exists d n, (d = 1 \/ d = 7 \/ d = 8 \/ d = 6) /\ 0 <= n /\
      forall i, 0 <= i < 4 -> Z.testbit (stones s b) (n + d * i) = true) as (d & n & Hd & Hn & B).
    { destruct H as [[[H|H]|H]|H]; destruct H as (n & H); do 2 eexists; split; try exact H; auto. }
    clear H.
    destruct (cell_of_bit s b (n + d * 0) F) as (c & r & ? & ? & C0); [lia|apply B; lia|].
    destruct (cell_of_bit s b (n + d * 1) F) as (c1 & r1 & ? & ? & C1); [lia|apply B; lia|].
    destruct (cell_of_bit s b (n + d * 2) F) as (c2 & r2 & ? & ? & C2); [lia|apply B; lia|].
    destruct (cell_of_bit s b (n + d * 3) F) as (c3 & r3 & ? & ? & C3); [lia|apply B; lia|].
    destruct Hd as [-> | [-> | [-> | ->]]].
    + exists c, r; left; intros i Hi.
      assert (c1 = c /\ c2 = c /\ c3 = c) as (-> & -> & ->) by lia.
      four i; [rewrite <- C0|rewrite <- C1|rewrite <- C2|rewrite <- C3]; f_equal; lia.
    + exists c, r; right; left; intros i Hi.
      four i; [rewrite <- C0|rewrite <- C1|rewrite <- C2|rewrite <- C3]; f_equal; lia.
    + exists c, r; right; right; left; intros i Hi.
      four i; [rewrite <- C0|rewrite <- C1|rewrite <- C2|rewrite <- C3]; f_equal; lia.
    + exists c, (r - 3)%nat; right; right; right; intros i Hi.
      four i; [rewrite <- C0|rewrite <- C1|rewrite <- C2|rewrite <- C3]; f_equal; lia.
  - intros (c & r & H).
    assert (forall n d, (forall i, (i < 4)%nat -> exists c r, cell b c r = Some s /\
      n + d * Z.of_nat i = 7 * Z.of_nat c + Z.of_nat r) ->
      0 <= n -> exists n, 0 <= n /\
        forall i, 0 <= i < 4 -> Z.testbit (stones s b) (n + d * i) = true) as B.
    { intros n d K Hn; exists n; split; [exact Hn|]; intros i Hi.
      destruct (K (Z.to_nat i)) as (c' & r' & C & Ec); [lia|].
      rewrite Z2Nat.id in Ec by lia; rewrite Ec; now apply bit_of_cell. }
    destruct H as [H|[H|[H|H]]].
    + left; left; left; apply (B (7 * Z.of_nat c + Z.of_nat r)); [intros i Hi|lia].
      do 2 eexists; split; [exact (H i Hi)|lia].
    + left; left; right; apply (B (7 * Z.of_nat c + Z.of_nat r)); [intros i Hi|lia].
      do 2 eexists; split; [exact (H i Hi)|lia].
    + left; right; apply (B (7 * Z.of_nat c + Z.of_nat r)); [intros i Hi|lia].
      do 2 eexists; split; [exact (H i Hi)|lia].
    + right; apply (B (7 * Z.of_nat c + Z.of_nat (r + 3))); [intros i Hi|lia].
      do 2 eexists; split; [exact (H i Hi)|lia].
Qed.

(** * Moves *)

(** The cell of column [c], counted from 0, where a stone lands, if there is one. *)
Lemma landing_mask b c : fits b -> Z.land (landing b) (mask rows c) =
  match nth_error b c with
  | Some column =>
      if (length column <? rows)%nat then 2 ^ (7 * Z.of_nat c + height column) else 0
  | None => 0
  end.
Proof.
  intros [_ F]; unfold landing, mask; revert c; induction F as [|column b H _ IH]; intro c.
  - now destruct c.
  - cbn [map base128]; pose proof (power_bounds column H) as P.
    destruct c as [|c]; cbn [nth_error].
    + rewrite Z.mul_1_r, Z.sub_1_r, <- Z.ones_equiv, Z.land_ones by lia.
      replace 128 with (2 ^ (7 - Z.of_nat rows) * 2 ^ Z.of_nat rows)
        by (rewrite <- Z.pow_add_r by lia; now replace (7 - _ + _) with 7 by lia).
      rewrite Z.mul_comm, Z.mul_assoc, Z.mod_add by (apply Z.pow_nonzero; lia).
      unfold height in *; destruct (Nat.ltb_spec (length column) rows).
      * rewrite Z.mod_small; [reflexivity|]. split; [lia|]. apply Z.pow_lt_mono_r; lia.
      * replace (length column) with rows by lia.
        now rewrite Z.mod_same by (apply Z.pow_nonzero; lia).
    + replace (7 * Z.of_nat (S c)) with (7 + 7 * Z.of_nat c) by lia.
      specialize (IH c); set (rest := base128 (map _ b)) in *.
      set (ones := 2 ^ Z.of_nat rows - 1) in *.
      rewrite Z.pow_add_r by lia; change (2 ^ 7) with 128.
      replace (ones * (128 * 2 ^ (7 * Z.of_nat c))) with (0 + 128 * (ones * 2 ^ (7 * Z.of_nat c)))
        by lia.
      transitivity (0 + 128 * (Z.land rest (ones * 2 ^ (7 * Z.of_nat c)))).
      * apply Z.bits_inj'; intros n Hn; rewrite Z.land_spec.
        destruct (Z.lt_ge_cases n 7) as [L|L].
        -- rewrite !testbit_low, !Z.bits_0 by lia; apply andb_false_r.
        -- replace n with (7 + (n - 7)) by lia.
           now rewrite !testbit_high, Z.land_spec by lia.
      * rewrite IH; destruct (nth_error b c) as [other_column|]; [|reflexivity].
        destruct (length other_column <? rows)%nat; [|reflexivity].
        rewrite <- Z.add_assoc, (Z.pow_add_r 2 7) by (unfold height; lia). lia.
Qed.

(** What changes when a stone is dropped. *)
Lemma drop_stones s left column right :
  let cell := 2 ^ (7 * Z.of_nat (length left) + height column) in
  let b' := left ++ (column ++ [s]) :: right in
  stones s b' = stones s (left ++ column :: right) + cell /\
  stones (other s) b' = stones (other s) (left ++ column :: right).
Proof.
  unfold stones; split;
    rewrite !map_app, !base128_app, !map_length; cbn [map base128]; rewrite ?digit_snoc.
  - rewrite Z.pow_add_r by (unfold height; lia); destruct s; cbn [is]; lia.
  - destruct s; cbn [is other]; rewrite Z.add_0_r; reflexivity.
Qed.

Lemma move_fits s b b' : move rows s b b' -> fits b -> fits b'.
Proof.
  intros [left column right H] [L F]; split.
  - revert L; rewrite !app_length; cbn; lia.
  - apply Forall_app in F as [Fl F]; apply Forall_app; split; [exact Fl|].
    inversion_clear F; constructor; [rewrite app_length; cbn; lia|assumption].
Qed.

(** [mine] and [theirs] are my stones and the other player's. *)
Definition shows (me : stone) (mine theirs : int) (b : board) : Prop :=
  to_Z mine = stones me b /\ to_Z theirs = stones (other me) b /\ fits b.

Definition landings (mine theirs : int) : int := (mine + theirs + bottom)%uint63.

Lemma shows_other me mine theirs b : shows me mine theirs b -> shows (other me) theirs mine b.
Proof. unfold shows; now destruct me; intuition. Qed.

Lemma landings_comm mine theirs : landings mine theirs = landings theirs mine.
Proof. unfold landings; now rewrite (add_comm mine). Qed.

Lemma landings_spec me mine theirs b :
  shows me mine theirs b -> to_Z (landings mine theirs) = landing b.
Proof.
  intros (M & T & F); unfold landings.
  assert (0 <= landing b < 2 ^ 49) as L.
  { assert (Forall (fun x => 0 <= x < 128) (map (fun column => 2 ^ height column) b)) as D.
    { destruct F as [_ F]; apply Forall_map; revert F; apply Forall_impl; intros column H.
      pose proof (power_bounds column H); lia. }
    apply base128_bounds in D; rewrite map_length in D; fold (landing b) in D; destruct F as [F _].
    assert (2 ^ (7 * Z.of_nat (length b)) <= 2 ^ 49) by (apply Z.pow_le_mono_r; lia). lia. }
  rewrite !add_spec, M, T, bottom_fit, Z.add_mod_idemp_l by easy.
  rewrite <- (proj1 F), <- landing_sum; apply Z.mod_small; change wB with (2 ^ 63); lia.
Qed.

(** A move of mine adds the stone where a column lets it land, and each such stone is a move. *)
Lemma shows_move me mine theirs left column right c :
  let b := left ++ column :: right in
  let cell := (landings mine theirs land c)%uint63 in
  shows me mine theirs b -> to_Z c = mask rows (length left) -> (length column < rows)%nat ->
  cell <> 0%uint63 /\ shows me (mine + cell) theirs (left ++ (column ++ [me]) :: right).
Proof.
  intros b cell S C L.
  assert (to_Z cell = 2 ^ (7 * Z.of_nat (length left) + height column)) as E.
  { unfold cell; rewrite land_spec', C, (landings_spec me mine theirs b S), landing_mask by apply S.
    unfold b; rewrite nth_error_app2, Nat.sub_diag by lia; cbn [nth_error].
    now apply Nat.ltb_lt in L; rewrite L. }
  split.
  - intro Z0; rewrite Z0 in E; change (to_Z 0) with 0 in E.
    assert (0 < 2 ^ (7 * Z.of_nat (length left) + height column))
      by (apply Z.pow_pos_nonneg; unfold height; lia). lia.
  - assert (fits (left ++ (column ++ [me]) :: right)) as F
      by (apply (move_fits me b); [now constructor|apply S]).
    destruct S as (M & T & _); destruct (drop_stones me left column right) as (DM & DT).
    fold b in DM, DT; unfold shows; rewrite DM, DT, add_spec, M, E; refine (conj _ (conj T F)).
    rewrite <- DM; apply Z.mod_small; change wB with (2 ^ 63).
    pose proof (stones_bounds me _ F); lia.
Qed.

Lemma move_of_column me mine theirs b c :
  let cell := (landings mine theirs land c)%uint63 in
  shows me mine theirs b -> In c columns -> cell <> 0%uint63 ->
  exists b', move rows me b b' /\ shows me (mine + cell) theirs b'.
Proof.
  intros cell S I N; apply (in_map to_Z) in I; rewrite columns_fit in I.
  apply in_map_iff in I as (n & C & _); symmetry in C.
  assert (to_Z cell <> 0) as NZ by (intro E; apply N, to_Z_inj; now rewrite E).
  unfold cell in NZ; rewrite land_spec', C, (landings_spec me mine theirs b S), landing_mask in NZ
    by apply S.
  destruct (nth_error b n) as [column|] eqn:E; [|easy].
  destruct (Nat.ltb_spec (length column) rows) as [L|]; [|easy].
  apply nth_error_split in E as (left & right & -> & <-).
  exists (left ++ (column ++ [me]) :: right); split; [now constructor|].
  now apply (shows_move me mine theirs left column right c).
Qed.

Lemma column_of_move me mine theirs b b' :
  shows me mine theirs b -> move rows me b b' ->
  exists c, In c columns /\ let cell := (landings mine theirs land c)%uint63 in
    cell <> 0%uint63 /\ shows me (mine + cell) theirs b'.
Proof.
  intros S M; revert S; destruct M as [left column right L]; intro S.
  assert (length left < 7)%nat as I.
  { destruct S as (_ & _ & F & _); revert F; rewrite app_length; cbn; lia. }
  assert (In (mask rows (length left)) (map to_Z columns)) as M.
  { rewrite columns_fit; apply in_map, in_seq; lia. }
  apply in_map_iff in M as (c & C & M).
  exists c; split; [exact M|]; now apply shows_move.
Qed.

(** * Mirror images *)

Fixpoint mirror_from (n : nat) (rest done : int) : int :=
  match n with
  | O => done
  | S n => mirror_from n (rest >> 7) ((done << 7) + (rest land 127))
  end%uint63.

Definition mirror (m : int) : int := mirror_from width m 0.

Lemma mirror_from_spec l : Forall (fun x => 0 <= x < 128) l ->
  forall l' rest done, Forall (fun x => 0 <= x < 128) l' -> (length l + length l' <= 7)%nat ->
  to_Z rest = base128 l -> to_Z done = base128 l' ->
  to_Z (mirror_from (length l) rest done) = base128 (rev l ++ l').
Proof.
  induction 1 as [|x l Hx _ IH]; intros l' rest done Hl' L R D; [exact D|].
  cbn [length mirror_from rev base128] in *; rewrite <- app_assoc; cbn [app].
  apply IH; [now constructor|cbn [length]; lia|..].
  - rewrite lsr_spec, R; change (2 ^ to_Z 7) with 128.
    rewrite Z.add_comm, Z.mul_comm, Z.div_add_l, Z.div_small by lia; lia.
  - pose proof (base128_bounds l' Hl') as B.
    assert (2 ^ (7 * Z.of_nat (length l')) <= 2 ^ 42) by (apply Z.pow_le_mono_r; lia).
    rewrite add_spec, lsl_spec, land_spec', R, D.
    change (to_Z 127) with (Z.ones 7); rewrite Z.land_ones by lia.
    change (2 ^ to_Z 7) with 128; change (2 ^ 7) with 128; change wB with (2 ^ 63).
    rewrite (Z.mul_comm 128 (base128 l)), Z.mod_add, (Z.mod_small x) by lia.
    cbn [base128]; rewrite (Z.mod_small (base128 l' * 128)), Z.mod_small by lia; lia.
Qed.

Lemma shows_mirror me mine theirs b :
  shows me mine theirs b -> shows me (mirror mine) (mirror theirs) (rev b).
Proof.
  intros (M & T & F).
  assert (forall s m, to_Z m = stones s b -> to_Z (mirror m) = stones s (rev b)).
  { intros s m E; unfold mirror, stones; rewrite map_rev, <- (app_nil_r (rev _)).
    rewrite <- (proj1 F), <- (map_length (digit s)); apply mirror_from_spec; trivial.
    - now apply digits_fit.
    - rewrite map_length, (proj1 F); cbn; lia. }
  split; [auto|split; [auto|]]; destruct F; split; [now rewrite rev_length|now apply Forall_rev].
Qed.
End Size.

Lemma move_rev rows s b b' : move rows s b b' -> move rows s (rev b) (rev b').
Proof.
  intros [left column right L]; rewrite !rev_app_distr; cbn [rev]; rewrite <- !app_assoc.
  now constructor.
Qed.

Lemma cell_rev s b c r : cell b c r = Some s ->
  (c < length b)%nat /\ cell (rev b) (length b - S c) r = Some s.
Proof.
  unfold cell; intro H; destruct (Nat.lt_ge_cases c (length b)) as [L|L].
  - split; [exact L|]; rewrite rev_nth by lia.
    now replace (length b - S (length b - S c))%nat with c by lia.
  - rewrite nth_overflow in H by lia; now destruct r.
Qed.

Lemma line_rev s b : line s b -> line s (rev b).
Proof.
  intros (c & r & H).
  destruct H as [H|[H|[H|H]]].
  - exists (length b - S c)%nat, r; left; intros i Hi; now apply cell_rev, H.
  - destruct (cell_rev _ _ _ _ (H 3%nat ltac:(lia))) as [L _].
    exists (length b - S (c + 3))%nat, r; right; left; intros i Hi.
    destruct (cell_rev _ _ _ _ (H (3 - i)%nat ltac:(lia))) as [_ C]; rewrite <- C; f_equal; lia.
  - destruct (cell_rev _ _ _ _ (H 3%nat ltac:(lia))) as [L _].
    exists (length b - S (c + 3))%nat, r; right; right; right; intros i Hi.
    destruct (cell_rev _ _ _ _ (H (3 - i)%nat ltac:(lia))) as [_ C]; rewrite <- C; f_equal; lia.
  - destruct (cell_rev _ _ _ _ (H 3%nat ltac:(lia))) as [L _].
    exists (length b - S (c + 3))%nat, r; right; right; left; intros i Hi.
    destruct (cell_rev _ _ _ _ (H (3 - i)%nat ltac:(lia))) as [_ C]; rewrite <- C; f_equal; lia.
Qed.
