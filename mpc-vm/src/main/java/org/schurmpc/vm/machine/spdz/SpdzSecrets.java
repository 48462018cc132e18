package org.schurmpc.vm.machine.spdz;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.bits.BitEngine;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.online.OpenGroup;
import org.schurmpc.spdz.online.OutputValues;
import org.schurmpc.spdz.online.SpdzEngine;
import org.schurmpc.spdz.share.CheckPool;
import org.schurmpc.spdz.share.CheckTurns;
import org.schurmpc.spdz.share.MacComparison;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.MaskUse;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.Clients;
import org.schurmpc.vm.machine.SecretBackend;
import org.schurmpc.vm.machine.Values;

/**
 * Secrets of one worker over one field under SPDZ (KSS13): shares with MACs, security with abort
 * against all parties but one.
 */
final class SpdzSecrets implements SecretBackend {
  private static final int BLOCK = 512;

  private final Session session;
  private final Metrics metrics;
  private final FieldMaterial stock;
  private final Allotment mine;
  private final Field field;
  private final int party;
  private final SpdzEngine engine;
  private final ShareArithmetic local;
  private final SpdzInputs inputs;
  private final OpenGroup group;
  private final Shares[] scratch;
  private final long[] zero;
  private final long[] negative;

  /** Bits of this worker beside its numbers; null if there are none. */
  private BitEngine bits;

  /**
   * Creates a backend.
   *
   * @param session the worker's own connections
   * @param stock material and key of all workers
   * @param turns the order of the checks of all workers
   * @param pool openings of earlier steps under the key
   * @param values the inputs of this party
   * @param clients the ports of clients
   */
  SpdzSecrets(
      Session session,
      FieldMaterial stock,
      OpeningMode mode,
      CheckTurns turns,
      CheckPool pool,
      Values values,
      Clients clients) {
    Material material = stock.material();
    this.session = session;
    this.metrics = session.metrics();
    this.stock = stock;
    this.mine = stock.allotment();
    this.field = material.field();
    this.party = session.party();
    MacComparison comparison = MacComparison.online(session.parties(), field);
    this.engine = new SpdzEngine(session, mine, material, mode, comparison, turns, pool);
    this.local = engine.local();
    this.inputs = new SpdzInputs(engine, party, session.parties(), values, clients);
    this.group = new OpenGroup(field);
    this.scratch = new Shares[] {shares(BLOCK), shares(BLOCK), shares(BLOCK)};
    this.zero = new long[BLOCK * field.limbs()];
    this.negative = new long[BLOCK * field.limbs()];
  }

  private Shares shares(int count) {
    return new Shares(field, count);
  }

  private static Shares of(Bank bank) {
    return SpdzBank.shares(bank);
  }

  @Override
  public Field field() {
    return field;
  }

  @Override
  public Bank bank(int count) {
    return new SpdzBank(field, count);
  }

  @Override
  public void add(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n) {
    local.add(of(a), aAt, of(b), bAt, of(to), toAt, n);
  }

  @Override
  public void subtract(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n) {
    local.subtract(of(a), aAt, of(b), bAt, of(to), toAt, n);
  }

  @Override
  public void addPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    local.addPublic(c, cAt, of(a), aAt, of(to), toAt, n);
  }

  @Override
  public void subtractPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      field.subtract(zero, 0, c, cAt + done * field.limbs(), negative, 0, now);
      local.addPublic(negative, 0, of(a), aAt + done, of(to), toAt + done, now);
    }
  }

  @Override
  public void publicMinus(long[] c, int cAt, Bank a, int aAt, Bank to, int toAt, int n) {
    local.subtractFromPublic(c, cAt, of(a), aAt, of(to), toAt, n);
  }

  @Override
  public void multiplyPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    local.multiply(c, cAt, of(a), aAt, of(to), toAt, n);
  }

  @Override
  public void set(long[] c, int cAt, Bank to, int toAt, int n) {
    local.set(c, cAt, of(to), toAt, n);
  }

  @Override
  public void sum(Bank a, int aAt, Bank to, int toAt, int n) {
    Shares sum = scratch[0];
    sum.copy(0, of(a), aAt, 1);
    for (int i = 1; i < n; i++) {
      local.add(sum, 0, of(a), aAt + i, sum, 0, 1);
    }
    of(to).copy(toAt, sum, 0, 1);
  }

  @Override
  public void reserve(Counts least, Counts block) throws MpcException {
    metrics.enter(Phase.PREPROCESSING);
    stock.extend(mine, least, block);
    metrics.enter(Phase.COMPUTE);
  }

  /** Sets the bits beside these numbers, which take their material from here. */
  void setBits(BitEngine beside) {
    bits = beside;
  }

  /** Returns the worker's part of the material. */
  Allotment material() {
    return mine;
  }

  @Override
  public void masks(MaskUse kind, Bank to, int at, int lowAt, Bank of, int bitsAt, int n)
      throws MpcException {
    MixedMaterial.Masks masks = FieldItems.masks(kind);
    bits.masks(masks, of(to), at, lowAt, BitBank.shares(of), bitsAt, n);
  }

  @Override
  public void daBits(Bank to, int at, Bank of, int bitsAt, int n) throws MpcException {
    bits.daBits(of(to), at, BitBank.shares(of), bitsAt, n);
  }

  /** Takes items that were reserved, in place of what is left. Called by the control thread. */
  void allot(Counts counts) throws MpcException {
    stock.allot(mine, counts);
  }

  /** As {@link #allot}, for a worker that runs alone. */
  void allotAlone(Counts counts) throws MpcException {
    stock.allotAlone(mine, counts);
  }

  @Override
  public void checkIfDue() throws MpcException {
    engine.checkIfDue();
  }

  /** Checks openings of this worker if there are many. */
  void checkOwnIfDue() throws MpcException {
    engine.checkOwnIfDue();
  }

  @Override
  public void triples(Bank to, int aAt, int bAt, int cAt, int n) throws MpcException {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      engine.triples(scratch[0], scratch[1], scratch[2], 0, now);
      of(to).copy(aAt + done, scratch[0], 0, now);
      of(to).copy(bAt + done, scratch[1], 0, now);
      of(to).copy(cAt + done, scratch[2], 0, now);
    }
  }

  @Override
  public void squares(Bank to, int aAt, int bAt, int n) throws MpcException {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      engine.squares(scratch[0], scratch[1], 0, now);
      of(to).copy(aAt + done, scratch[0], 0, now);
      of(to).copy(bAt + done, scratch[1], 0, now);
    }
  }

  @Override
  public void bits(Bank to, int at, int n) throws MpcException {
    engine.bits(of(to), at, n);
  }

  @Override
  public void inverses(Bank to, int aAt, int bAt, int n) throws MpcException {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      engine.inverses(scratch[0], scratch[1], 0, now);
      of(to).copy(aAt + done, scratch[0], 0, now);
      of(to).copy(bAt + done, scratch[1], 0, now);
    }
  }

  @Override
  public void random(Bank to, int at, int n) throws MpcException {
    engine.random(of(to), at, n);
  }

  @Override
  public void group() {
    group.clear();
  }

  @Override
  public void masked(Bank x, int at, long[] to, int toAt, int n) {
    group.masked(of(x), at, to, toAt, n);
  }

  @Override
  public void reveal(Bank x, int at, long[] to, int toAt, int n) {
    group.reveal(of(x), at, to, toAt, n);
  }

  @Override
  public void product(
      Bank x, int xAt, boolean xOne, Bank y, int yAt, boolean yOne, Bank to, int toAt, int n) {
    group.product(of(x), xAt, xOne, of(y), yAt, yOne, of(to), toAt, n);
  }

  @Override
  public void square(Bank x, int xAt, Bank to, int toAt, int n) {
    group.square(of(x), xAt, of(to), toAt, n);
  }

  @Override
  public void lookup(int number, PublicTable table, Bank x, int xAt, Bank to, int toAt, int n) {
    group.lookupInSpan(stock.items().kind(number), of(x), xAt, of(to), toAt, n);
  }

  @Override
  public void start() throws MpcException {
    engine.start(group);
  }

  @Override
  public void stop() throws MpcException {
    engine.stop();
  }

  @Override
  public boolean unchecked() {
    return engine.unchecked();
  }

  @Override
  public void check() throws MpcException {
    engine.check();
  }

  @Override
  public void checkAll(SecretBackend[] fields) throws MpcException {
    List<SpdzEngine> engines = new ArrayList<>();
    for (SecretBackend each : fields) {
      if (each instanceof SpdzSecrets numbers) {
        engines.add(numbers.engine);
      }
    }
    SpdzEngine.checkTogether(engines);
    if (bits != null) {
      bits.check();
    }
  }

  @Override
  public void handOver() {
    engine.handOver();
  }

  @Override
  public void input(SecretBackend.Inputs batch, Bank to) throws MpcException {
    metrics.enter(Phase.INPUT);
    inputs.input(batch, of(to));
    metrics.enter(Phase.COMPUTE);
  }

  @Override
  public void requirePeers() throws MpcException {
    session.requirePeers();
  }

  @Override
  public void output(SecretBackend.Outputs batch, Bank from) throws MpcException {
    metrics.enter(Phase.OUTPUT);
    List<OutputValues> outputs = new ArrayList<>();
    long[][] opened = new long[batch.entries()][];
    for (int e = 0; e < opened.length; e++) {
      Port port = batch.ports().get(batch.port()[e]);
      int receiver = port.party() == Port.ALL ? OutputValues.ALL : port.party();
      opened[e] = new long[port.count() * field.limbs()];
      outputs.add(new OutputValues(receiver, of(from), batch.at()[e], port.count(), opened[e], 0));
    }
    engine.output(outputs);
    for (int e = 0; e < opened.length; e++) {
      if (outputs.get(e).reaches(party)) {
        batch.values()[e] = opened[e];
      }
    }
  }

  /** Requires that kept bits can be inputs here; nothing is sent. */
  void requireUsable(KeptValues values) throws Refused {
    engine.requireUsable(values);
  }

  @Override
  public List<Delivery> deliver(long[] numbers, List<Bank> values) throws MpcException {
    metrics.enter(Phase.OUTPUT);
    return engine.deliver(numbers, values.stream().map(SpdzSecrets::of).toList());
  }

  @Override
  public void close() {
    engine.close();
    mine.release();
    for (Shares each : scratch) {
      each.wipe();
    }
  }
}
