package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzChecker;

/** What a session of silent VOLE leaves, and the session that begins with it. */
class VoleStartTest {
  private static final String PRIME = "18446744073709551557";
  private static final String KEY = "5e".repeat(32);
  private static final int MANY = 40_000;
  private static final int FEW = 10_000; // that are worth a round
  private static final int LEAST = 2_000; // that are worth no start

  private static List<Ended> firstOfTwo;

  private final Material material;

  VoleStartTest() throws Exception {
    material = new Material(Fields.named(PRIME));
  }

  /** What a party has after a session: what it made, and the demand of what it leaves. */
  private record Ended(MascotRun.Kept kept, Optional<Demand> leaves, long bytes, int taken) {}

  /** A party's key and item of an earlier session. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Begun(long[] key, long[] setup, long[] item) {}

  private Ended party(Session session, Network network, int values, int threads, Begun begun)
      throws Exception {
    MascotRun.Kept kept = new MascotRun.Kept();
    int[] taken = new int[1];
    Optional<KeptKey> key = Optional.empty();
    if (begun != null) {
      KeptKey.Remains remains =
          kind -> {
            taken[0]++;
            assertEquals(begun.item.length, kind.longsPerItem());
            return Optional.of(begun.item);
          };
      key = Optional.of(new KeptKey(KEY, begun.key.clone(), begun.setup).with(remains));
    }
    MascotParameters setting =
        new MascotParameters(material.field(), 62, 4, threads, MascotParameters.DEFAULT_BATCH);
    try (MascotPreprocessor maker =
        MascotPreprocessor.begin(session, setting, () -> KernelProvider.choose().kernels(), key)) {
      long before = network.traffic().bytesSent();
      Demand demand =
          Demand.of(material.storeName())
              .add(material.inputs(session.parties() - 1), values)
              .build();
      maker.prepare(demand, kept);
      long sent = network.traffic().bytesSent() - before;
      Optional<Demand> leaves = maker.leaves();
      if (leaves.isPresent()) {
        maker.prepare(leaves.get(), kept);
      }
      return new Ended(kept, leaves, sent, taken[0]);
    }
  }

  private List<Object> session(int parties, int values, int threads, List<Begun> begun)
      throws Exception {
    Network[] networks = SessionPairs.networks(parties);
    return SessionPairs.outcomes(
        networks,
        session ->
            party(
                session,
                networks[session.party()],
                values,
                threads,
                begun == null ? null : begun.get(session.party())));
  }

  /** Returns the first session of two parties, which tests do not change. */
  private List<Ended> firstOfTwo() throws Exception {
    if (firstOfTwo == null) {
      firstOfTwo = ended(session(2, MANY, 1, null));
    }
    return firstOfTwo;
  }

  private static List<Ended> ended(List<Object> ends) {
    List<Ended> all = new ArrayList<>();
    ends.forEach(end -> all.add(assertInstanceOf(Ended.class, end)));
    return all;
  }

  private List<Begun> left(List<Ended> first) {
    MaterialKind kind = material.voleStarts(first.size());
    List<Begun> begun = new ArrayList<>();
    for (Ended each : first) {
      begun.add(new Begun(each.kept.key, each.kept.setup, each.kept.items.get(kind).clone()));
    }
    return begun;
  }

  /** All relations of all items, with the key of the first session. */
  private Optional<String> broken(List<long[]> keys, List<Ended> ended, MaterialKind kind) {
    SpdzChecker checker = new SpdzChecker(material, keys);
    long[][] items = new long[ended.size()][];
    Arrays.setAll(items, party -> ended.get(party).kept.items.get(kind));
    int[] at = new int[items.length];
    for (int item = 0; item < items[0].length / kind.longsPerItem(); item++) {
      Arrays.fill(at, item * kind.longsPerItem());
      Optional<String> broken = checker.check(kind, items, at);
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }

  @Test
  void aLaterSessionBeginsWithWhatTheFirstLeft() throws Exception {
    requireLaterBegins(2, 2);
  }

  @Tag("slow")
  @Test
  void aLaterSessionOfThreeBeginsWithWhatTheFirstLeft() throws Exception {
    requireLaterBegins(3, 1);
  }

  private void requireLaterBegins(int parties, int threads) throws Exception {
    List<Ended> first = parties == 2 ? firstOfTwo() : ended(session(parties, MANY, 1, null));
    List<long[]> keys = first.stream().map(each -> each.kept.key).toList();
    MaterialKind starts = material.voleStarts(parties);
    assertEquals(Optional.empty(), broken(keys, first, starts));
    List<Begun> begun = left(first);
    List<Ended> second = ended(session(parties, FEW, threads, begun));
    for (int party = 0; party < parties; party++) {
      assertEquals(1, second.get(party).taken);
      assertTrue(second.get(party).leaves.isPresent(), "leaves nothing for a third one");
      assertTrue(
          second.get(party).bytes < 0.85 * first.get(party).bytes,
          second.get(party).bytes + " of " + first.get(party).bytes);
      long[] item = begun.get(party).item;
      assertArrayEquals(new long[item.length], item, "not wiped");
    }
    assertEquals(Optional.empty(), broken(keys, second, starts));
    assertEquals(Optional.empty(), broken(keys, second, material.inputs(parties - 1)));
  }

  @Test
  void aShortSessionLeavesNothingAndTakesNothing() throws Exception {
    List<Ended> first = ended(session(2, LEAST, 1, null));
    List<Begun> begun = new ArrayList<>();
    for (Ended each : first) {
      assertEquals(Optional.empty(), each.leaves);
      begun.add(new Begun(each.kept.key, each.kept.setup, new long[0]));
    }
    for (Ended each : ended(session(2, FEW - 1, 1, begun))) {
      assertEquals(0, each.taken);
    }
  }

  /** A party that owns values has another u or q than it had, or one that holds has another t. */
  @Test
  void changedValuesAreCaught() throws Exception {
    List<Ended> first = firstOfTwo();
    int part = material.voleStarts(2).longsPerItem() / 3;
    for (int at : new int[] {0, part}) {
      List<Begun> begun = left(first);
      long[] item = begun.get(1).item;
      for (int i = 0; i < Material.VOLE_START.kept(); i++) {
        item[at + i] ^= 1; // elements, or caught as none
      }
      Object end = session(2, FEW, 1, begun).get(0);
      assertEquals(Check.VOLE, assertInstanceOf(PeerCheated.class, end).check());
    }
  }
}
