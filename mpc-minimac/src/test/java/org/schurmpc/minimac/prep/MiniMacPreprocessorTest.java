package org.schurmpc.minimac.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MiniMacChecker;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;
import org.schurmpc.tinyot.material.SecurityLevel;

/** The preprocessing without a dealer, both parties in one process. */
class MiniMacPreprocessorTest {
  /** The first party's messages from the corrections of the words on. */
  private static final int LAST_FRAMES = 13;

  private final PrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  private static OtParameters setting(String sigma, int threads) throws Refused {
    return new OtParameters(SecurityLevel.named(sigma), 4, threads);
  }

  /** A number of items of each kind, all different. */
  private static Demand demand(MaterialParameters parameters) throws Exception {
    Demand.Builder demand = Demand.of(parameters.storeName());
    int count = 2;
    for (MaterialKind kind : checker(parameters, List.of(new long[32], new long[32])).kinds()) {
      demand.add(kind, count++);
    }
    return demand.build();
  }

  private static MaterialChecker checker(MaterialParameters parameters, List<long[]> keys)
      throws Exception {
    return new MiniMacChecker(parameters, keys, kernels());
  }

  private void prepare(MaterialParameters parameters, OtParameters setting, int times)
      throws Exception {
    prepare(parameters, demand(parameters), setting, times);
  }

  private void prepare(
      MaterialParameters parameters, Demand demand, OtParameters setting, int times)
      throws Exception {
    SessionPairs.run(
        session -> {
          try (MiniMacPreprocessor preprocessor =
              MiniMacPreprocessor.begin(
                  session, parameters, setting, MiniMacPreprocessorTest::kernels)) {
            for (int i = 0; i < times; i++) {
              preprocessor.prepare(demand, stores[session.party()]);
            }
          }
          return null;
        });
  }

  private MaterialChecker requireRelations(MaterialParameters parameters, int times)
      throws Exception {
    return requireRelations(parameters, demand(parameters), times);
  }

  private MaterialChecker requireRelations(MaterialParameters parameters, Demand demand, int times)
      throws Exception {
    String name = parameters.storeName();
    MaterialChecker checker =
        checker(parameters, List.of(stores[0].keys(name), stores[1].keys(name)));
    for (MaterialKind kind : demand.quotas().keySet()) {
      int count = times * Math.toIntExact(demand.quotas().get(kind));
      assertEquals(count, stores[0].available(kind), kind.name());
      Leases[] leases = {new Leases(stores[0], kind), new Leases(stores[1], kind)};
      leases[0].lease(count);
      leases[1].lease(count);
      for (int i = 0; i < count; i++) {
        long[][] items = {leases[0].data(i), leases[1].data(i)};
        int[] offsets = {leases[0].offset(i), leases[1].offset(i)};
        assertEquals(Optional.empty(), checker.check(kind, items, offsets), kind.name());
      }
    }
    return checker;
  }

  @ParameterizedTest
  @CsvSource({
    "255x85, 64, 1",
    "256x120, 64, 1",
    "255x85, 40, 2",
    "256x120, 40, 1",
    "255x85, 80, 1"
  })
  void everyRelationHolds(String code, String sigma, int threads) throws Exception {
    MaterialParameters parameters =
        MaterialParameters.minitrix(2, MiniMacCode.named(code)).prepared(Integer.parseInt(sigma));
    prepare(parameters, setting(sigma, threads), 2);
    requireRelations(parameters, 2);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void everyRelationOfMiniMacHolds(boolean star) throws Exception {
    MaterialParameters parameters =
        MaterialParameters.minimac(2, MiniMacCode.named("255x85"), Packing.BITS, star).prepared(64);
    prepare(parameters, setting("64", 1), 1);
    requireRelations(parameters, 1);
  }

  /** Enough words of each kind to test that their redundancy is uniform at each party. */
  @Test
  void redundancyIsUniform() throws Exception {
    MaterialParameters parameters =
        MaterialParameters.minitrix(2, MiniMacCode.named("255x85")).prepared(40);
    Demand demand =
        Demand.of(parameters.storeName())
            .add(parameters.items().and(), 34)
            .add(parameters.items().random(), 100)
            .add(parameters.items().outputMask(), 100)
            .build();
    prepare(parameters, demand, setting("40", 1), 1);
    assertEquals(List.of(), requireRelations(parameters, demand, 1).skipped());
  }

  /**
   * Corrections, masks, the toss, openings and MACs: none may be wrong. Bits of all coordinates are
   * flipped, because a single one passes if a half of one symbol of alpha happens to be zero.
   */
  @Test
  void anyOfTheLastMessagesAlteredYieldsNoItem() throws Exception {
    int end = framesOfGates(-1);
    assertEquals(2, stores[1].available(gates().kind()));
    for (int index = end - LAST_FRAMES; index < end; index++) {
      Arrays.setAll(stores, party -> new MemoryPrepStore());
      framesOfGates(index);
      assertEquals(0, stores[1].available(gates().kind()), "frame " + index + " of " + end);
    }
  }

  private record Gates(MaterialParameters parameters, MaterialKind kind, Demand demand) {}

  private static Gates gates() throws Refused {
    MaterialParameters parameters = MaterialParameters.minitrix(2, MiniMacCode.named("255x85"));
    MaterialKind kind = parameters.items().and();
    return new Gates(parameters, kind, Demand.of(parameters.storeName()).add(kind, 2).build());
  }

  /**
   * Prepares two gates, flips bits of one frame of the first party, if any, and requires that the
   * second party ends with an exception if there is such a frame.
   *
   * @return the number of frames that the first party sent
   */
  private int framesOfGates(int flipped) throws Exception {
    Gates gates = gates();
    OtParameters setting = setting("40", 1);
    AtomicInteger frames = new AtomicInteger();
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.tampered(
                (peer, index, frame) -> {
                  frames.set(index + 1);
                  if (index == flipped) {
                    for (int i = 0; i < frame.length; i++) {
                      frame[i] ^= 1;
                    }
                  }
                  return frame;
                }),
            session -> {
              try (MiniMacPreprocessor preprocessor =
                  MiniMacPreprocessor.begin(
                      session, gates.parameters(), setting, MiniMacPreprocessorTest::kernels)) {
                preprocessor.prepare(gates.demand(), stores[session.party()]);
              }
              return frames.get();
            });
    if (flipped >= 0) {
      assertInstanceOf(MpcException.class, outcomes.get(1), "frame " + flipped);
      return flipped;
    }
    return (Integer) outcomes.get(0);
  }

  @Test
  void refusesOtherMaterial() throws Exception {
    MiniMacCode code = MiniMacCode.named("255x85");
    requireRefused(MaterialParameters.minitrix(3, code), "64", "for two parties, not 3");
    requireRefused(
        MaterialParameters.minimac(2, code, Packing.BYTES, false), "64", "packing bits alone");
    MiniMacCode other = MiniMacCode.named("256x120");
    requireRefused(MaterialParameters.minitrix(2, other), "80", "too short");
    MiniMacCode shorter = MiniMacCode.named("255x121");
    requireRefused(MaterialParameters.minitrix(2, shorter), "64", "too short");
  }

  /** Refused before anything is sent, whether the caller has asked or not. */
  @Test
  void doesNotBeginForOtherMaterial() throws Exception {
    MaterialParameters bytes =
        MaterialParameters.minimac(2, MiniMacCode.named("255x85"), Packing.BYTES, false);
    OtParameters setting = setting("40", 1);
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session ->
                MiniMacPreprocessor.begin(
                    session, bytes, setting, MiniMacPreprocessorTest::kernels));
    for (Object outcome : outcomes) {
      assertInstanceOf(Refused.class, outcome);
    }
  }

  private static void requireRefused(MaterialParameters parameters, String sigma, String part)
      throws Exception {
    OtParameters setting = setting(sigma, 1);
    String message = assertThrows(Refused.class, () -> setting.require(parameters)).getMessage();
    assertTrue(message.contains(part), message);
    assertEquals(Optional.of(message), setting.lack(parameters));
  }

  @ParameterizedTest
  @CsvSource({"255x85, 64, 64", "256x120, 64, 64", "255x85, 80, 80", "256x120, 40, 40"})
  void claimsNoMoreThanItsSigma(String code, String sigma, int claimed) throws Exception {
    assertEquals(claimed, setting(sigma, 1).claimed(MiniMacCode.named(code)));
  }
}
