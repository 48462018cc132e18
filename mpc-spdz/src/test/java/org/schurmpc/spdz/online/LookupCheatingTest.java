package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** One party cheats in a circuit with lookups, or has wrong masked tables. */
class LookupCheatingTest extends CheatingContract {
  private static final int LANES = 5;
  private static final int GATES = 6;

  private static CheatCase newCase(int parties, int cheater) throws Exception {
    return new CheatCase(
        parties + " parties",
        Configurations.spdz(parties, LANES, "gf2_40", "all"),
        GATES,
        true,
        cheater,
        parties == 2 ? messagesOfTwo() : messagesOfThree());
  }

  private static List<Message> messagesOfTwo() {
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    all.add(Message.caught("random bits", Check.MAC));
    addCheck(all, Check.COMMITMENT);
    all.add(Message.inputs(Check.MAC, Check.TRANSCRIPT, Check.MALFORMED));
    for (String layer : List.of("first", "last")) {
      all.add(Message.caught(layer + " layer's products", Check.MAC));
      // Bits beyond the end of a table, or of the widest one, are impossible.
      all.add(Message.caught(layer + " layer's lookups", Check.MAC, Check.MALFORMED));
    }
    addCheck(all, Check.COMMITMENT);
    addSum(all, Check.COMMITMENT);
    all.add(Message.caught("transcript", Check.TRANSCRIPT));
    all.add(Message.caught("output", Check.MAC));
    addCheck(all, Check.COMMITMENT);
    return all;
  }

  /** Adds a check of elements. */
  private static void addCheck(List<Message> all, Check... checks) {
    addCommitted(all, List.of("toss", "σ"), checks);
  }

  /** Adds the sum of masked indices, which follows that of elements. */
  private static void addSum(List<Message> all, Check... checks) {
    addCommitted(all, List.of("σ of indices"), checks);
  }

  private static void addCommitted(List<Message> all, List<String> names, Check... checks) {
    for (String name : names) {
      all.add(Message.caught(name + " commitment", checks));
      all.add(Message.caught(name + " opening", checks));
    }
  }

  private static List<Message> messagesOfThree() {
    Check[] any = {Check.MAC, Check.COMMITMENT, Check.BROADCAST, Check.TRANSCRIPT, Check.MALFORMED};
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    all.add(Message.caught("random bits", any));
    addCheck(all, any);
    all.add(Message.caught("broadcast check", any));
    all.add(Message.caught("inputs", any));
    for (String layer : List.of("first", "last")) {
      all.add(Message.caught(layer + " layer's products", any));
      all.add(Message.caught(layer + " layer's lookups", any));
    }
    addCheck(all, any);
    all.add(Message.caught("broadcast check", any));
    addSum(all, any);
    for (String name : List.of("broadcast check", "transcript", "output")) {
      all.add(Message.caught(name, any));
    }
    addCheck(all, any);
    all.add(Message.caught("broadcast check", any));
    return all;
  }

  @Override
  protected List<CheatCase> cases() throws Exception {
    return List.of(newCase(2, 1), newCase(3, 1), newCase(2, 0));
  }

  @Override
  protected List<Lie.Told> lies() throws Exception {
    List<Lie.Told> all = new ArrayList<>();
    for (CheatCase liar : cases()) {
      List<Lie> lies = new ArrayList<>();
      lies.add(tables("the coordinates of a mask", LookupCheatingTest::flipMask));
      lies.add(tables("the MAC of a mask", (kind, data, at) -> data[at] ^= 4));
      lies.add(
          tables(
              "the coordinates of entries",
              (kind, data, at) -> flipEntries(kind, data, at, 1L << LookupKind.VALUE_SHIFT)));
      lies.add(tables("the MACs of entries", (kind, data, at) -> flipEntries(kind, data, at, 4)));
      all.add(new Lie.Told(liar, lies));
    }
    return all;
  }

  private static void flipMask(LookupKind kind, long[] data, int at) {
    data[at] ^= 1L << LookupKind.VALUE_SHIFT;
  }

  private static void flipEntries(LookupKind kind, long[] data, int at, long mask) {
    for (int i = 1; i < kind.kind().longsPerItem(); i++) {
      data[at + i] ^= mask;
    }
  }

  /** What is wrong in an item. */
  private interface Wrong {
    void alter(LookupKind kind, long[] data, int at);
  }

  private static Lie tables(String what, Wrong wrong) {
    return new Lie(
        what,
        (cheated, random) -> {
          LookupKind kind = first(cheated);
          cheated.alter(kind.kind(), 1, (data, at) -> wrong.alter(kind, data, at));
        });
  }

  private static LookupKind first(CheatedRun cheated) throws Exception {
    MaterialKind kind = cheated.run.demand().tables().keySet().iterator().next();
    return LookupKind.of(Fields.named("gf2_40"), kind).orElseThrow();
  }

  /** A cheater that takes its share of one table for two lookups. */
  @Test
  void aTableUsedTwice() throws Exception {
    for (int parties = 2; parties <= 3; parties++) {
      CheatedRun cheated = newCaseRun(parties);
      LookupKind kind = first(cheated);
      int longs = kind.kind().longsPerItem();
      long[] used = new long[longs];
      cheated.alter(kind.kind(), 0, (data, at) -> System.arraycopy(data, at, used, 0, longs));
      cheated.alter(kind.kind(), 1, (data, at) -> System.arraycopy(used, 0, data, at, longs));
      cheated.requireCaughtByAll(cheated.outcomes((peer, index, frame) -> frame), Check.MAC);
      cheated.requireAltered();
    }
  }

  /** A masked index that is another one for one of two honest parties. */
  @Test
  void anotherIndexForOnePeer() throws Exception {
    List<Integer> lengths = newCaseRun(3).frameLengths();
    int products = lengths.indexOf(2 * GATES * LANES * 5);
    assertTrue(products > 0, lengths.toString());
    CheatedRun cheated = newCaseRun(3);
    cheated.requireCaughtByAll(
        cheated.outcomes(
            (peer, index, frame) -> {
              if (index == products + 1 && peer == 2) {
                frame[0] ^= 1;
              }
              return frame;
            }),
        Check.BROADCAST);
  }

  private static CheatedRun newCaseRun(int parties) throws Exception {
    return new CheatedRun(Configurations.spdz(parties, LANES, "gf2_40", "all"), GATES, true, 1, 19);
  }

  /** An index outside of the span of indices, whose MAC is right: nothing is output. */
  @Test
  void anIndexOutsideOfTheSpan() throws Exception {
    for (LookupKind.Form form : LookupKind.Form.values()) {
      LookupTable table = new LookupTable(3, 2, new int[] {0, 1, 2, 3, 3, 2, 1, 0});
      SpdzRun run = new SpdzRun("gf2_40", 2, OpeningMode.ALL, 7);
      LookupKind kind = LookupKind.of(run.field, table, form);
      run.dealInputs(1).deal(kind, table, 1);
      List<Throwable> ends =
          run.ends(
              InMemoryNetwork.create(2), (party, engine) -> look(engine, kind, 1L << 33 | 1L << 4));
      for (Throwable end : ends) {
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, end);
        assertEquals(Check.MAC, cheated.check());
      }
      assertTrue(run.stores[0].burnt());
    }
  }

  private static long[] look(ArithmeticEvaluator engine, LookupKind kind, long index)
      throws Exception {
    Field field = kind.field();
    Shares x = new Shares(field, 1);
    engine.input(new int[] {1, 0}, new long[] {index}, 0, x, 0);
    Shares y = new Shares(field, kind.outputs());
    ((SpdzEngine) engine).lookup(kind, x, 0, y, 0, 1);
    long[] result = new long[kind.outputs()];
    engine.output(y, 0, result, 0, kind.outputs());
    return result;
  }
}
