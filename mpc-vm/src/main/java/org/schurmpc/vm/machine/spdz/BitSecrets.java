package org.schurmpc.vm.machine.spdz;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.bits.BitEngine;
import org.schurmpc.spdz.bits.BitGroup;
import org.schurmpc.spdz.bits.BitShares;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.SecretBackend;
import org.schurmpc.vm.machine.Values;

/**
 * Bits of one worker in TinyOT, beside its numbers in SPDZ: security with abort between two
 * parties. Their material is that of the first field, whose backend reserves it.
 */
final class BitSecrets implements SecretBackend {
  private final Metrics metrics;
  private final int party;
  private final BitEngine engine;
  private final Values values;
  private final BitGroup group = new BitGroup();
  private final BitShares scratch;

  /**
   * Creates a backend.
   *
   * @param engine closed with the backend
   * @param values the inputs of this party
   */
  BitSecrets(Session session, BitEngine engine, Values values) {
    this.metrics = session.metrics();
    this.party = session.party();
    this.engine = engine;
    this.values = values;
    this.scratch = engine.shares(1);
  }

  BitEngine engine() {
    return engine;
  }

  private static BitShares of(Bank bank) {
    return BitBank.shares(bank);
  }

  @Override
  public Field field() {
    return Fields.bits();
  }

  @Override
  public Bank bank(int count) {
    return new BitBank(engine.shares(count));
  }

  @Override
  public void add(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n) {
    engine.local().add(of(a), aAt, of(b), bAt, of(to), toAt, n);
  }

  @Override
  public void subtract(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n) {
    add(a, aAt, b, bAt, to, toAt, n);
  }

  @Override
  public void addPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    engine.local().addPublic(of(a), aAt, c, cAt, of(to), toAt, n);
  }

  @Override
  public void subtractPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    addPublic(a, aAt, c, cAt, to, toAt, n);
  }

  @Override
  public void publicMinus(long[] c, int cAt, Bank a, int aAt, Bank to, int toAt, int n) {
    addPublic(a, aAt, c, cAt, to, toAt, n);
  }

  @Override
  public void multiplyPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    engine.local().multiplyPublic(of(a), aAt, c, cAt, of(to), toAt, n);
  }

  @Override
  public void set(long[] c, int cAt, Bank to, int toAt, int n) {
    engine.local().set(c, cAt, of(to), toAt, n);
  }

  @Override
  public void sum(Bank a, int aAt, Bank to, int toAt, int n) {
    scratch.copy(0, of(a), aAt, 1);
    for (int i = 1; i < n; i++) {
      engine.local().add(scratch, 0, of(a), aAt + i, scratch, 0, 1);
    }
    of(to).copy(toAt, scratch, 0, 1);
  }

  /** Does nothing: the first field reserves what bits take. */
  @Override
  public void reserve(Counts least, Counts block) {}

  private static IllegalStateException notOnBits(String what) {
    return new IllegalStateException("bits have no " + what);
  }

  @Override
  public void triples(Bank to, int aAt, int bAt, int cAt, int n) {
    throw notOnBits("triples of their own");
  }

  @Override
  public void squares(Bank to, int aAt, int bAt, int n) {
    throw notOnBits("squares");
  }

  @Override
  public void bits(Bank to, int at, int n) throws MpcException {
    engine.random(of(to), at, n);
  }

  @Override
  public void inverses(Bank to, int aAt, int bAt, int n) {
    throw notOnBits("inverses");
  }

  @Override
  public void random(Bank to, int at, int n) {
    throw notOnBits("random elements");
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
    throw notOnBits("squares");
  }

  @Override
  public void lookup(int number, PublicTable table, Bank x, int xAt, Bank to, int toAt, int n) {
    throw notOnBits("lookups");
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
  public void checkIfDue() throws MpcException {
    engine.checkIfDue();
  }

  @Override
  public void handOver() {
    engine.handOver();
  }

  @Override
  public void input(SecretBackend.Inputs batch, Bank to) throws MpcException {
    metrics.enter(Phase.INPUT);
    int[] counts = new int[2];
    for (int e = 0; e < batch.entries(); e++) {
      int owner = batch.ports().get(batch.port()[e]).party();
      counts[owner] = Math.addExact(counts[owner], bits(batch, e));
    }
    long[] mine = new long[counts[party]];
    BitShares all = engine.shares(Math.addExact(counts[0], counts[1]));
    try {
      int at = 0;
      for (int e = 0; e < batch.entries(); e++) {
        if (batch.ports().get(batch.port()[e]).party() == party) {
          long[] from = values.elements(batch.port()[e]);
          int each = batch.ports().get(batch.port()[e]).width();
          System.arraycopy(from, batch.first()[e] * each, mine, at, bits(batch, e));
          at += bits(batch, e);
        }
      }
      engine.input(counts, mine, all, 0);
      int[] next = {0, counts[0]};
      for (int e = 0; e < batch.entries(); e++) {
        int owner = batch.ports().get(batch.port()[e]).party();
        of(to).copy(batch.to()[e], all, next[owner], bits(batch, e));
        next[owner] += bits(batch, e);
      }
    } finally {
      Secrets.wipe(mine);
      all.wipe();
    }
    metrics.enter(Phase.COMPUTE);
  }

  /** Returns the number of bits of an entry, whose port has a width. */
  private static int bits(SecretBackend.Inputs batch, int e) {
    return Math.multiplyExact(batch.n()[e], batch.ports().get(batch.port()[e]).width());
  }

  @Override
  public void output(SecretBackend.Outputs batch, Bank from) throws MpcException {
    metrics.enter(Phase.OUTPUT);
    List<BitEngine.Output> outputs = new ArrayList<>();
    for (int e = 0; e < batch.entries(); e++) {
      Port port = batch.ports().get(batch.port()[e]);
      int receiver = port.party() == Port.ALL ? BitEngine.Output.ALL : port.party();
      outputs.add(
          new BitEngine.Output(
              receiver, of(from), batch.at()[e], port.count(), new long[port.count()]));
    }
    engine.output(outputs);
    for (int e = 0; e < batch.entries(); e++) {
      BitEngine.Output each = outputs.get(e);
      if (each.receiver() == BitEngine.Output.ALL || each.receiver() == party) {
        batch.values()[e] = each.to();
      }
    }
  }

  @Override
  public void close() {
    engine.close();
    scratch.wipe();
  }
}
