package org.schurmpc.vm.machine.spdz;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.contract.Loopback;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.online.SpdzEngine;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/**
 * Time of products through the machine and by the engine itself, between two threads of one
 * process, reservation and checks included. Not a test. Arguments: field, "memory" or "loopback",
 * repetitions.
 */
final class MachineSpeed {
  private final Material material;
  private final boolean memory;

  private MachineSpeed(String field, boolean memory) throws MpcException {
    this.material = new Material(Fields.named(field));
    this.memory = memory;
  }

  /** Prints the least and the middle time of each way. */
  public static void main(String[] args) throws Exception {
    MachineSpeed speed = new MachineSpeed(args[0], args[1].equals("memory"));
    int times = Integer.parseInt(args[2]);
    speed.compare(100_000, 1, times);
    speed.compare(100_000, 5, times);
    speed.compare(1, 10_000, times);
    speed.prints(times);
    speed.sideBySide();
  }

  private interface Body {
    void run(Session session, PrepStore store) throws MpcException;
  }

  private double seconds(Demand demand, Body body) throws Exception {
    return seconds(demand, memory ? InMemoryNetwork.create(2) : Loopback.networks(2), body);
  }

  private double seconds(Demand demand, Network[] networks, Body body) throws Exception {
    List<PrepStore> stores = List.of(new MemoryPrepStore(), new MemoryPrepStore());
    SpdzDealer dealer = new SpdzDealer(material, 2, SessionPairs.seeded("speed"));
    dealer.dealKeys(stores);
    dealer.deal(demand, stores);
    List<Double> seconds =
        SessionPairs.run(
            networks,
            session -> {
              session.compareTranscripts(); // both are there
              long start = System.nanoTime();
              body.run(session, stores.get(session.party()));
              return (System.nanoTime() - start) / 1e9;
            });
    return Math.max(seconds.get(0), seconds.get(1));
  }

  private void compare(int batch, int batches, int times) throws Exception {
    String text =
        """
        .program products parties 2
        .field FIELD sigma_mask 0
        .tape main s N c 0 i 1
        .demand triples TOTAL inputs 0 0
        loop i0, TIMES
        startopen product s0[N] s0 s0
        stopopen
        endloop
        end
        .schedule run main 0
        """
            .replace("FIELD", material.field().name())
            .replace("TOTAL", Long.toString((long) batch * batches))
            .replace("TIMES", Integer.toString(batches))
            .replace("N", Integer.toString(batch));
    VerifiedProgram program = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
    Demand demand = SpdzMachine.demand(program, sigma()).get(0);
    double[] direct = new double[times];
    double[] machine = new double[times];
    for (int i = 0; i < times; i++) {
      direct[i] = seconds(demand, (session, store) -> directly(session, store, batch, batches));
      machine[i] = seconds(demand, (session, store) -> onMachine(program, session, store, 1));
    }
    Arrays.sort(direct);
    Arrays.sort(machine);
    System.out.printf(
        "%s: %,d times %,d products: engine %.2f ms (%.2f), machine %.2f ms (%.2f), ratio %.2f (%.2f)%n",
        material.field().name(),
        batches,
        batch,
        direct[0] * 1e3,
        direct[times / 2] * 1e3,
        machine[0] * 1e3,
        machine[times / 2] * 1e3,
        machine[0] / direct[0],
        machine[times / 2] / direct[times / 2]);
  }

  private void directly(Session session, PrepStore store, int batch, int batches)
      throws MpcException {
    Demand demand =
        Demand.of(material.storeName()).add(material.triples(), (long) batch * batches).build();
    store.acquire();
    store.reserve(demand);
    Shares x = new Shares(material.field(), batch);
    try (SpdzEngine engine = new SpdzEngine(session, store, material, OpeningMode.ALL)) {
      for (int i = 0; i < batches; i++) {
        engine.multiply(x, 0, x, 0, x, 0, batch);
      }
      engine.check();
    }
    store.release();
  }

  private void onMachine(VerifiedProgram program, Session session, PrepStore store, int threads)
      throws MpcException {
    Values none = new Values(program.program().fields(), program.program().inputs());
    SpdzMachine.run(
        program,
        session,
        List.of(demand -> store),
        new SpdzMachine.Options(threads, OpeningMode.ALL, sigma()),
        none,
        line -> {});
  }

  /** Two tapes of many rounds over an imitated line, on one thread and on two. */
  private void sideBySide() throws Exception {
    String text =
        """
        .program chains parties 2
        .field FIELD sigma_mask 0
        .tape main s 1 c 0 i 1
        .demand triples 100 inputs 0 0
        loop i0, 100
        startopen product s0 s0 s0
        stopopen
        endloop
        end
        .schedule run main 0, main 1
        """
            .replace("FIELD", material.field().name());
    VerifiedProgram program = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
    Demand demand = SpdzMachine.demand(program, sigma()).get(0);
    NetOptions line = NetOptions.party().withLink(Link.parse("100mbit,5ms"));
    for (int threads = 1; threads <= 2; threads++) {
      int t = threads;
      double seconds =
          seconds(
              demand,
              Loopback.networks(2, line),
              (session, store) -> onMachine(program, session, store, t));
      System.out.printf("two chains of 100, 5 ms each way, %d threads: %.3f s%n", t, seconds);
    }
  }

  private List<Integer> sigma() {
    return List.of(Material.usualSigma(material.field()));
  }

  /** A program that prints one line. */
  private void prints(int times) throws Exception {
    String text =
        """
        .program print parties 2
        .field FIELD sigma_mask 0
        .text "done"
        .tape main s 0 c 0 i 0
        print text 0
        end
        .schedule run main 0
        """
            .replace("FIELD", material.field().name());
    VerifiedProgram program = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
    Demand one = Demand.of(material.storeName()).add(material.triples(), 1).build();
    double[] all = new double[times];
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      seconds(one, (session, store) -> onMachine(program, session, store, 1));
      all[i] = (System.nanoTime() - start) / 1e9;
    }
    System.out.printf("a print, with dealing and connecting: first %.1f ms", all[0] * 1e3);
    Arrays.sort(all);
    System.out.printf(", then %.1f ms%n", all[0] * 1e3);
  }
}
