package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.KeptMemory;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** Shares and MACs do not stay in a machine's registers, memory and buffers when it is closed. */
class MachineWipingTest {
  private static final Set<String> WALKED = Set.of("runners", "memory", "outputs");

  /** Scratch of operations on clear values. */
  private static final Set<String> PUBLIC = Set.of(".clearOps", ".rightClear");

  private static final String PROGRAM =
      """
      .program wiped parties 2
      .field p128 sigma_mask 40
      .memory s 2 c 1 i 1
      .input x party 0 element count 2
      .output y party all element
      .output z party 0 element
      .tape main s 8 c 2 i 1
      .footprint write s 0 0 2
      .demand triples 1 inputs 2 0
      input x 0 s0[2]
      startopen product s2 s0 s1
      stopopen
      adds s3, s0, s1
      sts s2[2], 0
      output y, 0, s2
      output z, 0, s3
      end
      .schedule run main 0
      """;

  private final VerifiedProgram program;
  private final List<Material> materials = new ArrayList<>();
  private final PrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  MachineWipingTest() throws Exception {
    program = Verifier.verify(Assembler.assemble(PROGRAM, "TEXT"), "TEXT");
    Material material = new Material(program.program().fields().get(0).field());
    materials.add(material);
    SpdzDealer dealer = new SpdzDealer(material, 2, SessionPairs.seeded("dealer"));
    dealer.dealKeys(List.of(stores));
    Demand demand = SpdzMachine.demand(program, sigma()).get(0).times(2);
    dealer.deal(demand, List.of(stores));
  }

  private List<Integer> sigma() {
    return materials.stream().map(each -> Material.usualSigma(each.field())).toList();
  }

  private static void collect(
      String place, Object object, Set<Object> seen, Map<String, long[]> into) throws Exception {
    if (object == null || !seen.add(object)) {
      return;
    }
    if (object instanceof Bank bank) {
      into.put(place + " values", SpdzBank.shares(bank).values());
      into.put(place + " macs", SpdzBank.shares(bank).macs());
    } else if (object instanceof long[] words) {
      into.put(place, words);
    } else if (object instanceof List<?> list) {
      collect(place, list.toArray(), seen, into);
    } else if (object instanceof Object[]) {
      for (int i = 0; i < Array.getLength(object); i++) {
        collect(place + "[" + i + "]", Array.get(object, i), seen, into);
      }
    } else if (object.getClass().getPackage() == Controller.class.getPackage()) {
      for (Field field : object.getClass().getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && (object.getClass() != Controller.class || WALKED.contains(field.getName()))) {
          field.setAccessible(true);
          collect(place + "." + field.getName(), field.get(object), seen, into);
        }
      }
    }
  }

  private static List<String> notZero(Map<String, long[]> held) {
    return held.entrySet().stream()
        .filter(each -> Arrays.stream(each.getValue()).anyMatch(word -> word != 0))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What is not zero before and after the machine is closed. */
  private List<List<String>> run(Session session) throws Exception {
    Values inputs = new Values(program.program().fields(), program.program().inputs());
    if (session.party() == 0) {
      inputs.set("x", BigInteger.TWO, BigInteger.TEN);
    }
    Counts[] first = Controller.firstDemand(program);
    Map<String, long[]> held = new TreeMap<>();
    PrepStore mine = stores[session.party()];
    SpdzMachine.Options options = new SpdzMachine.Options(1, OpeningMode.ALL, sigma());
    try (SpdzWorkers workers = new SpdzWorkers(session, options, inputs)) {
      workers.open(
          List.of(demand -> mine), materials, Optional.empty(), program.program().tables(), first);
      List<String> before;
      try (Controller controller = new Controller(program, workers, line -> {}, KeptMemory.NONE)) {
        controller.run();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        collect("", controller, seen, held);
        held.keySet().removeIf(place -> PUBLIC.stream().anyMatch(place::contains));
        // So that every buffer has something to wipe.
        held.values().forEach(each -> IntStream.range(0, each.length).forEach(i -> each[i] |= 64));
        before = notZero(held);
      }
      return List.of(before, notZero(held));
    }
  }

  @Test
  void nothingSecretIsLeft() throws Exception {
    for (List<List<String>> party : SessionPairs.run(this::run)) {
      for (String room : WALKED) {
        assertTrue(party.get(0).stream().anyMatch(each -> each.startsWith("." + room)), room);
      }
      assertEquals(List.of(), party.get(1));
    }
  }
}
