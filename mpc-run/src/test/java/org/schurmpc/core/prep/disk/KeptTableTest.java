package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** The decision on a version, for all states of all parties. */
class KeptTableTest {
  private static final String ID = "1d".repeat(32);
  private static final long V = 4;
  private static final List<KeptPhase> PHASES = List.of(KeptPhase.values());
  private static final int STATES = 3 * PHASES.size();
  private static final long LOST = -2;
  private static final long UNFIT = -3;

  /** One of 5 phases of version V, V + 1 or V + 2. */
  private static KeptStatement state(int number, OptionalLong reset) {
    KeptPhase phase = PHASES.get(number % PHASES.size());
    return said(phase, V + number / PHASES.size(), reset);
  }

  private static KeptStatement said(KeptPhase phase, long version, OptionalLong reset) {
    Optional<String> next =
        phase.prepared() ? Optional.of(digest(version + 1)) : Optional.<String>empty();
    return new KeptStatement(Optional.of(ID), false, phase, version, digest(version), next, reset);
  }

  private static String digest(long version) {
    return Long.toString(version).repeat(64);
  }

  private static List<List<KeptStatement>> combinations(int parties, OptionalLong reset) {
    List<List<KeptStatement>> all = new ArrayList<>();
    int count = (int) Math.pow(STATES, parties);
    for (int i = 0; i < count; i++) {
      List<KeptStatement> one = new ArrayList<>();
      for (int party = 0, left = i; party < parties; party++, left /= STATES) {
        one.add(state(left % STATES, reset));
      }
      all.add(one);
    }
    return all;
  }

  private static long decide(List<KeptStatement> all) {
    try {
      return KeptTable.decide(all);
    } catch (Refused e) {
      return LOST;
    } catch (Disagreement e) {
      return UNFIT;
    } catch (MpcException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean all(List<KeptStatement> all, long version, KeptPhase... phases) {
    return all.stream()
        .allMatch(each -> each.version() == version && List.of(phases).contains(each.phase()));
  }

  /** The rows of the table in the decision record, one by one. */
  private static long byRows(List<KeptStatement> all) {
    for (long v = V; v < V + 3; v++) {
      long now = v;
      if (all(all, v, KeptPhase.COMMITTED)) {
        return v;
      }
      if (all(all, v, KeptPhase.COMMITTED, KeptPhase.TAKEN)) {
        return v;
      }
      boolean preparedOrCommitted =
          all.stream()
              .allMatch(
                  each ->
                      (each.version() == now && each.next().isPresent())
                          || (each.version() == now + 1 && each.phase() == KeptPhase.COMMITTED));
      if (preparedOrCommitted) {
        return v + 1; // whether some have committed it, or none
      }
      if (all(all, v, KeptPhase.COMMITTED, KeptPhase.TAKEN, KeptPhase.PREPARED)) {
        return v;
      }
      if (all(all, v, KeptPhase.values())) {
        return LOST;
      }
    }
    return UNFIT;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void asTheTableSays(int parties) {
    for (List<KeptStatement> all : combinations(parties, OptionalLong.empty())) {
      assertEquals(byRows(all), decide(all), all::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void neverAVersionThatWasRevealedOrThatSomePartyDoesNotHold(int parties) {
    for (List<KeptStatement> all : combinations(parties, OptionalLong.empty())) {
      long version = decide(all);
      List<KeptStatement> turned = new ArrayList<>(all);
      Collections.rotate(turned, 1);
      assertEquals(version, decide(turned), "in any order of the parties");
      for (KeptStatement each : all) {
        if (version >= 0) {
          boolean holds =
              each.version() == version
                  || (each.version() + 1 == version && each.next().isPresent());
          assertTrue(holds, all::toString);
          assertFalse(each.version() == version && each.phase().revealed(), all::toString);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void operatorsGetALostVersionThatAllAskForAndNoOther(int parties) {
    for (long asked = V; asked < V + 3; asked++) {
      for (List<KeptStatement> all : combinations(parties, OptionalLong.of(asked))) {
        boolean lost = byRows(all) == LOST && all.get(0).version() == asked;
        assertEquals(lost ? asked : Math.min(LOST, byRows(all)), decide(all), all::toString);
      }
    }
  }

  /** States in which crashes of honest parties can leave them are never unfit. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void noCrashLeavesStoresThatDoNotFit(int parties) {
    for (List<KeptStatement> all : combinations(parties, OptionalLong.empty())) {
      boolean before = all(all, V, KeptPhase.values()); // nobody has confirmed
      boolean after =
          all.stream()
              .allMatch(
                  each ->
                      all(List.of(each), V, KeptPhase.PREPARED, KeptPhase.PREPARED_REVEALED)
                          || all(List.of(each), V + 1, KeptPhase.COMMITTED));
      boolean next = all(all, V + 1, KeptPhase.COMMITTED, KeptPhase.TAKEN);
      if (before || after || next) {
        assertNotEquals(UNFIT, decide(all), all::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void operatorsWhoDifferGetNothing(int parties) {
    for (int lone = 0; lone < parties; lone++) {
      int one = lone;
      List<KeptStatement> all =
          LongStream.range(0, parties)
              .mapToObj(
                  party ->
                      said(
                          KeptPhase.REVEALED,
                          V,
                          party == one ? OptionalLong.empty() : OptionalLong.of(V)))
              .toList();
      assertEquals(UNFIT, decide(all));
    }
  }

  private static KeptStatement none() {
    return none(OptionalLong.empty());
  }

  private static KeptStatement none(OptionalLong reset) {
    return new KeptStatement(
        Optional.empty(),
        true,
        KeptPhase.COMMITTED,
        0,
        KeptHistory.NOTHING,
        Optional.empty(),
        reset);
  }

  private static KeptStatement fresh(String id) {
    return new KeptStatement(
        Optional.of(id),
        true,
        KeptPhase.COMMITTED,
        0,
        KeptHistory.NOTHING,
        Optional.empty(),
        OptionalLong.empty());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void newMemoryOnlyWhereNoneWasUsed(int parties) {
    List<KeptStatement> all = new ArrayList<>(Collections.nCopies(parties, none()));
    assertEquals(KeptTable.NEW, decide(all));
    all.set(parties - 1, fresh(ID));
    assertEquals(KeptTable.NEW, decide(all));
    all.set(parties - 1, said(KeptPhase.COMMITTED, V, OptionalLong.empty()));
    assertEquals(UNFIT, decide(all));
    all.set(0, fresh(ID));
    assertEquals(UNFIT, decide(all));
    all = new ArrayList<>(Collections.nCopies(parties, none(OptionalLong.of(0))));
    assertEquals(LOST, decide(all), "nothing to go back from");
    all = new ArrayList<>(Collections.nCopies(parties, fresh(ID)));
    assertEquals(0, decide(all));
    all.set(0, fresh("2e".repeat(32)));
    assertEquals(KeptTable.NEW, decide(all));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void otherMemoryOrOtherClearMemoryDoesNotFit(int parties) {
    KeptStatement right = said(KeptPhase.PREPARED, V, OptionalLong.empty());
    List<KeptStatement> all = new ArrayList<>(Collections.nCopies(parties, right));
    assertEquals(V + 1, decide(all));
    all.set(
        1,
        new KeptStatement(
            right.id(),
            false,
            right.phase(),
            V,
            right.digest(),
            Optional.of(digest(V)),
            right.reset()));
    assertThrows(Disagreement.class, () -> KeptTable.decide(all));
    all.set(
        1,
        new KeptStatement(
            Optional.of("2e".repeat(32)),
            false,
            right.phase(),
            V,
            right.digest(),
            right.next(),
            right.reset()));
    assertThrows(Disagreement.class, () -> KeptTable.decide(all));
  }
}
