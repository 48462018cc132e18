package org.schurmpc.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.contract.DeliveryRun;
import org.schurmpc.core.deliver.ClientOracle;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.InputMaskMaker;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.program.ClientOutputs;
import org.schurmpc.core.program.ClientPorts;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Source;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.machine.Clients;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.spdz.SpdzMachine;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Programs whose inputs come from clients, and whose outputs are delivered to clients. */
class ClientProgramsTest {
  private static final ClientPorts PORTS =
      new ClientPorts(
          new TreeMap<>(Map.of("alice", List.of("x", "w"), "bob", List.of("y"))),
          new TreeMap<>(
              Map.of("alice", List.of("products", "sum", "negative"), "bob", List.of("sum"))));

  /** Bits of both clients' inputs. */
  private static final Map<String, Integer> BITS = Map.of("alice", 3 * 20 + 9, "bob", 7);

  private static VerifiedProgram program(String field, int parties) throws Exception {
    return Compiler.compile(
        b -> {
          SecretInts x = b.inputs("x", 0, IntType.signed(20), 3);
          SecretInt y = b.input("y", 1, IntType.unsigned(7));
          SecretInt z = b.input("z", 1, IntType.signed(10));
          var w = b.inputBits("w", 0, IntType.signed(9));
          b.outputTo(1, "products", x.times(y));
          b.output("sum", x.sum().plus(y).plus(w.value()).plus(z));
          b.output("negative", w.bits().get(8));
          b.output("open", z.times(z));
        },
        "clients",
        CompileOptions.of(Fields.named(field), parties));
  }

  private static ConfiguredProgram configured(VerifiedProgram program) throws Exception {
    return new VmProgram(program).configure(Map.of(), 1);
  }

  private static final long[] X = {-524_288, 17, 524_287};
  private static final long Y = 101;
  private static final long Z = -300;
  private static final long W = -200;

  /** The bits of a client, in two's complement. */
  private static boolean[] bits(String client) {
    List<Boolean> bits = new ArrayList<>();
    if (client.equals("alice")) {
      for (long x : X) {
        add(bits, x, 20);
      }
      add(bits, W, 9);
    } else {
      add(bits, Y, 7);
    }
    boolean[] all = new boolean[bits.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = bits.get(i);
    }
    return all;
  }

  private static void add(List<Boolean> bits, long value, int width) {
    for (int i = 0; i < width; i++) {
      bits.add((value >> i & 1) == 1);
    }
  }

  private static SortedMap<String, BigInteger[]> mine(int party) {
    return party == 1
        ? new TreeMap<>(Map.of("z", new BigInteger[] {BigInteger.valueOf(Z)}))
        : Collections.emptySortedMap();
  }

  private static List<BigInteger> numbers(String field, List<Delivery> parts) throws Exception {
    Delivery header = parts.get(0);
    ClientOracle oracle =
        new ClientOracle(
            header.sid(), header.number(), header.domain().name(), header.elements(), parts.size());
    BigInteger p = Fields.named(field).order();
    List<BigInteger> signed = new ArrayList<>();
    for (BigInteger each : oracle.accept(parts.stream().map(Delivery::body).toList())) {
      signed.add(each.compareTo(p.shiftRight(1)) > 0 ? each.subtract(p) : each);
    }
    return signed;
  }

  private static List<BigInteger> expected(String client, boolean aliceIsThere) {
    long[] x = aliceIsThere ? X : new long[3];
    long w = aliceIsThere ? W : 0;
    List<BigInteger> all = new ArrayList<>();
    if (client.equals("alice")) {
      for (long each : x) {
        all.add(BigInteger.valueOf(each * Y));
      }
    }
    all.add(BigInteger.valueOf(x[0] + x[1] + x[2] + Y + w + Z));
    if (client.equals("alice")) {
      all.add(BigInteger.valueOf(w < 0 ? 1 : 0));
    }
    return all;
  }

  /** Everything in one session, with material from oblivious transfer. */
  @Test
  void oneSessionWithOwnMaterial() throws Exception {
    ConfiguredProgram program = configured(program("p128", 2)).withClients(PORTS);
    assertEquals(BITS, program.clientBits());
    ConfiguredProtocol protocol = program.plan().parts().get(0).protocol();
    Delivery[][] said = new Delivery[2][];
    CyclicBarrier barrier = new CyclicBarrier(2);
    List<ClientOutputs> outputs =
        Parties.run(
            2,
            SessionPairs.LIMIT,
            network -> {
              int party = network.party();
              try (OpenRun run = program.plan().connect(network, List.of(new Source.Own()))) {
                List<InputMask> masks = new ArrayList<>();
                int number = 1;
                for (String client : List.of("alice", "bob")) {
                  PrepStore store =
                      run.material(0).reserve(protocol.inputMasks(1, BITS.get(client)));
                  try (InputMaskMaker maker = new InputMaskMaker(run.session(), protocol, store)) {
                    masks.addAll(maker.make(new long[] {number++}, BITS.get(client)));
                  }
                }
                said[party] = masks.stream().map(InputMask::delivery).toArray(Delivery[]::new);
                barrier.await();
                KeptInputs kept = new KeptInputs();
                for (int i = 0; i < 2; i++) {
                  String client = i == 0 ? "alice" : "bob";
                  boolean[] x = bits(client);
                  boolean[] r = DeliveryRun.accept(List.of(said[0][i], said[1][i]), x.length);
                  kept.put(client, 0, masks.get(i).bits(), DeliveryRun.answer(x, r));
                }
                List<DeliveryOrder> orders =
                    List.of(new DeliveryOrder(8, "bob", 0), new DeliveryOrder(9, "alice", 0));
                return program.work(mine(party), kept, orders, line -> {}).run(run);
              }
            });
    requireOutputs("p128", outputs, true);
  }

  private static void requireOutputs(
      String field, List<ClientOutputs> outputs, boolean aliceIsThere) throws Exception {
    for (ClientOutputs each : outputs) {
      assertEquals(List.of("open"), List.copyOf(each.values().keySet()));
      assertEquals(BigInteger.valueOf(Z * Z), each.values().get("open")[0]);
      assertEquals(List.of(8L, 9L), each.deliveries().stream().map(Delivery::number).toList());
    }
    for (int i = 0; i < 2; i++) {
      int place = i;
      List<Delivery> parts = outputs.stream().map(each -> each.deliveries().get(place)).toList();
      assertEquals(0, parts.get(0).domain().elementBits());
      assertEquals(expected(i == 0 ? "bob" : "alice", aliceIsThere), numbers(field, parts));
    }
  }

  /** Parties with dealt stores; masks come in a session before. */
  private static final class Dealt {
    final VerifiedProgram program;
    final ConfiguredProtocol protocol;
    final int parties;
    final PrepStore[] stores;
    final List<Integer> sigma;

    Dealt(String field, int parties) throws Exception {
      this.parties = parties;
      this.program = ClientProgramsTest.program(field, parties);
      this.protocol = configured(program).plan().parts().get(0).protocol();
      this.sigma = List.of(protocol.sigma());
      this.stores = new PrepStore[parties];
      Arrays.setAll(stores, party -> new MemoryPrepStore());
      var dealer = protocol.dealer(SessionPairs.seeded("dealer"));
      dealer.dealKeys(List.of(stores));
      for (int bits : BITS.values()) {
        dealer.deal(protocol.inputMasks(1, bits), List.of(stores));
      }
      Clients clients = new Clients(program, PORTS);
      dealer.deal(SpdzMachine.demand(program, sigma, clients).get(0), List.of(stores));
    }

    List<InputMask> masks(String client, long number) throws Exception {
      var terms = new RunTerms().protocol(protocol).store("test").terms();
      return Parties.run(
          parties,
          SessionPairs.LIMIT,
          network -> {
            try (Session session =
                    SessionPairs.establish(
                        network,
                        new SessionTerms(terms),
                        SessionPairs.seeded(client + network.party()));
                InputMaskMaker maker =
                    new InputMaskMaker(session, protocol, stores[network.party()])) {
              return maker.make(new long[] {number}, BITS.get(client)).get(0);
            }
          });
    }

    List<KeptInputs> kept(boolean alice) throws Exception {
      List<KeptInputs> kept = new ArrayList<>();
      for (int party = 0; party < parties; party++) {
        kept.add(new KeptInputs());
      }
      for (String client : alice ? List.of("alice", "bob") : List.of("bob")) {
        List<InputMask> masks = masks(client, 1);
        boolean[] x = bits(client);
        boolean[] r =
            DeliveryRun.accept(masks.stream().map(InputMask::delivery).toList(), x.length);
        for (int party = 0; party < parties; party++) {
          kept.get(party).put(client, 0, masks.get(party).bits(), DeliveryRun.answer(x, r));
        }
      }
      return kept;
    }

    List<Object> run(Network[] networks, List<KeptInputs> kept) throws Exception {
      List<DeliveryOrder> orders =
          List.of(new DeliveryOrder(8, "bob", 0), new DeliveryOrder(9, "alice", 0));
      return SessionPairs.outcomes(
          networks,
          session -> {
            int party = session.party();
            Clients clients = new Clients(program, PORTS).with(kept.get(party), orders);
            Values values = VmConfigured.values(program.program(), mine(party));
            SpdzMachine.End end =
                SpdzMachine.run(
                    program,
                    session,
                    List.of(demand -> stores[party]),
                    new SpdzMachine.Options(1, OpeningMode.ALL, sigma),
                    values,
                    line -> {},
                    Optional.empty(),
                    clients);
            return new ClientOutputs(VmConfigured.numbers(end.values()), end.deliveries());
          });
    }

    void requireAllUsed() throws Exception {
      for (PrepStore store : stores) {
        for (var kind : SpdzMachine.demand(program, sigma).get(0).quotas().keySet()) {
          assertEquals(0, store.available(kind), kind.name());
        }
      }
    }
  }

  private static final String MERSENNE = "170141183460469231731687303715884105727";

  @ParameterizedTest
  @CsvSource({"p128, 2, true", "p128, 3, true", MERSENNE + ", 2, true", "p128, 2, false"})
  void clientsGiveInputsAndGetOutputs(String field, int parties, boolean alice) throws Exception {
    Dealt dealt = new Dealt(field, parties);
    List<ClientOutputs> outputs = new ArrayList<>();
    List<KeptInputs> kept = dealt.kept(alice);
    if (!alice) {
      dealt.masks("alice", 2); // so that all is used
    }
    for (Object each : dealt.run(SessionPairs.networks(parties), kept)) {
      outputs.add(assertInstanceOf(ClientOutputs.class, each));
    }
    requireOutputs(field, outputs, alice);
    dealt.requireAllUsed();
  }

  @Test
  void differentAnswersOfAClientBurnNothing() throws Exception {
    Dealt dealt = new Dealt("p128", 2);
    List<InputMask> masks = dealt.masks("bob", 1);
    List<KeptInputs> kept =
        List.of(
            new KeptInputs().put("bob", 0, masks.get(0).bits(), new byte[] {1}),
            new KeptInputs().put("bob", 0, masks.get(1).bits(), new byte[] {2}));
    for (Object end : dealt.run(SessionPairs.networks(2), kept)) {
      Outcomes.assertEnded(Disagreement.class, end, "the kept inputs");
    }
    assertFalse(dealt.stores[0].burnt() || dealt.stores[1].burnt());
  }

  @Test
  void keptBitsOfAnotherKeyAreRefused() throws Exception {
    Dealt dealt = new Dealt("p128", 3);
    List<InputMask> masks = dealt.masks("bob", 1);
    List<KeptInputs> kept = new ArrayList<>();
    for (int party = 0; party < 3; party++) {
      // Each party takes its neighbour's share.
      kept.add(new KeptInputs().put("bob", 0, masks.get((party + 1) % 3).bits()));
    }
    for (Object end : dealt.run(SessionPairs.networks(3), kept)) {
      Outcomes.assertEnded(Refused.class, end, "key");
    }
  }

  /** Every input of a client is in its range, whatever it sends. */
  @Test
  void anyAnswerIsAnInputInItsRange() throws Exception {
    for (int d = 0; d < 128; d += 21) {
      Dealt dealt = new Dealt("p128", 2);
      List<InputMask> masks = dealt.masks("bob", 1);
      List<KeptInputs> kept = new ArrayList<>();
      for (InputMask each : masks) {
        kept.add(new KeptInputs().put("bob", 0, each.bits(), new byte[] {(byte) d}));
      }
      boolean[] r = DeliveryRun.accept(masks.stream().map(InputMask::delivery).toList(), 7);
      int y = 0;
      for (int i = 0; i < 7; i++) {
        y |= ((d >> i & 1) ^ (r[i] ? 1 : 0)) << i;
      }
      List<Delivery> parts = new ArrayList<>();
      for (Object each : dealt.run(SessionPairs.networks(2), kept)) {
        parts.add(assertInstanceOf(ClientOutputs.class, each).deliveries().get(0));
      }
      assertEquals(List.of(BigInteger.valueOf(y + Z)), numbers("p128", parts));
    }
  }

  @Test
  void portsThatCannotBeAClientsAreRefused() throws Exception {
    ConfiguredProgram program = configured(program("p128", 2));
    SortedMap<String, List<String>> none = Collections.emptySortedMap();
    for (var inputs :
        List.<Map<String, List<String>>>of(
            Map.of("a", List.of("nothing")),
            Map.of("a", List.of()),
            Map.of("a b", List.of("x")),
            Map.of("a", List.of("x", "x")),
            Map.of("a", List.of("x"), "b", List.of("x")))) {
      ClientPorts ports = new ClientPorts(new TreeMap<>(inputs), none);
      assertThrows(Refused.class, () -> program.withClients(ports), inputs.toString());
    }
    ClientPorts ports = new ClientPorts(none, new TreeMap<>(Map.of("a", List.of("x"))));
    assertThrows(Refused.class, () -> program.withClients(ports));
    VerifiedProgram clear =
        Compiler.compile(
            b -> {
              SecretInt x = b.input("x", 0, IntType.unsigned(8));
              b.output("seen", x.reveal());
              b.output("x", x);
            },
            "clear",
            CompileOptions.of(Fields.named("p128"), 2));
    ClientPorts seen = new ClientPorts(none, new TreeMap<>(Map.of("a", List.of("seen"))));
    String said =
        assertThrows(Refused.class, () -> configured(clear).withClients(seen)).getMessage();
    assertTrue(said.contains("all parties know the output seen"), said);
  }

  /** Different ports are different runs; the handshake compares them. */
  @Test
  void portsAreTermsOfTheRun() throws Exception {
    ConfiguredProgram program = configured(program("p128", 2));
    String with = program.withClients(PORTS).plan().terms().get("ports of clients");
    assertFalse(program.plan().terms().containsKey("ports of clients"));
    assertEquals("{alice=[x, w], bob=[y]} -> {alice=[products, sum, negative], bob=[sum]}", with);
  }
}
