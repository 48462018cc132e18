package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.MacComparison;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * The wires of a circuit as shares of 0 and 1 in a field of characteristic 2, their inputs and
 * their outputs (KSS13, section 5): what evaluators of circuits have in common, however they
 * compute the outputs. Slots hold a share for each lane, one after the other.
 *
 * <p>Two or more parties, all but one of them actively corrupted. Inputs are bits whatever a party
 * sends. Security with abort, error 2/|F| for each check.
 */
public final class CircuitWires {
  private final Session session;
  private final int lanes;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final ShareArithmetic local;
  private final OwnedValues masks;
  private final Wires wires;
  private final InputProtocol inputs;
  private final OutputProtocol outputs;
  private final ByteOutputs byteOutputs;

  /**
   * Creates wires without slots. MACs are compared as {@link MacComparison#online} says; its terms
   * are part of the session's.
   *
   * @param store holds this party's share of α, and random bits and input masks for the inputs and
   *     the outputs
   */
  public CircuitWires(
      Session session, PrepStore store, Material material, int lanes, OpeningMode mode) {
    long[] key = store.keys(material.storeName());
    if (key.length != material.field().limbs()) {
      throw new IllegalStateException("a global key of " + key.length + " words");
    }
    this.session = session;
    this.lanes = lanes;
    MacComparison comparison = MacComparison.online(session.parties(), material.field());
    this.macs =
        new GlobalMacCheck(session, material.field(), key, new BroadcastCheck(session), comparison);
    this.opening = new Opening(session, material.field(), macs, mode);
    this.local = new ShareArithmetic(material.field(), session.party(), key);
    this.masks = OwnedValues.masks(store, material, session.parties());
    this.wires = new Wires(material.field(), lanes, session.party(), key);
    OwnersBits bits = new OwnersBits(session, store, material, macs, opening, masks);
    this.inputs = new InputProtocol(session, lanes, macs, bits);
    this.outputs = new OutputProtocol(session, material, lanes, macs, opening, masks);
    this.byteOutputs = new ByteOutputs(session, material.field(), lanes, macs, opening, masks);
  }

  /** Returns the number of shares in a slot. */
  public int lanes() {
    return lanes;
  }

  /** Returns the check of everything that is opened. */
  public GlobalMacCheck macs() {
    return macs;
  }

  /** Returns the opening of elements, whose values {@link #macs} checks. */
  public Opening opening() {
    return opening;
  }

  /** Returns the operations that need no other party. */
  public ShareArithmetic local() {
    return local;
  }

  /** Makes room for {@code slots} slots. */
  public void begin(int slots) {
    wires.begin(slots);
  }

  /** Returns the shares of all slots, not a copy; valid until more room is made. */
  public Shares shares() {
    return wires.shares();
  }

  /** Returns the index among the shares of a slot's first lane. */
  public int element(int slot) {
    return wires.element(slot);
  }

  Wires wires() {
    return wires;
  }

  /** Processes inputs like {@link org.schurmpc.core.eval.Evaluator#input}. */
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    inputs.input(batch, mine, wires);
  }

  /** Opens outputs like {@link org.schurmpc.core.eval.Evaluator#output}. */
  public BitMatrix output(OutputBatch batch) throws MpcException {
    return outputs.output(batch, wires);
  }

  /**
   * Opens the one output of a circuit like {@link org.schurmpc.core.eval.Evaluator#output}, from
   * shares of its bytes.
   *
   * @param bytes images of elements of GF(2^8): byte i of lane l at i * lanes + l; the last byte
   *     has wires 0 to 7
   */
  public BitMatrix outputBytes(OutputBatch batch, Shares bytes) throws MpcException {
    return byteOutputs.output(batch, bytes);
  }

  /** Returns the keeping of bits under the checks of these wires. */
  KeptBits kept(PrepStore store, Material material) {
    ElementDeliveries deliveries =
        new ElementDeliveries(session, material.field(), macs, opening, masks);
    return new KeptBits(store, material, deliveries);
  }

  /** Wipes all shares. */
  public void wipe() {
    wires.wipe();
    macs.wipe();
    opening.wipe();
    masks.release();
  }
}
