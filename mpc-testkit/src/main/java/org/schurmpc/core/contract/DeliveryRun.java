package org.schurmpc.core.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.deliver.ClientOracle;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.InputMaskMaker;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;

/**
 * Parties of a protocol that evaluate a circuit for clients: two clients' inputs come from input
 * masks, another is a party's and one public, and outputs are delivered to clients.
 */
public final class DeliveryRun {
  /** Bits of the inputs: two clients', the first party's, and public ones. */
  private static final int[] INPUTS = {70, 5, 7, 3};

  public static final int FIRST_CLIENT = INPUTS[0];
  public static final int SECOND_CLIENT = INPUTS[1];

  public final ConfiguredProtocol protocol;
  public final LayeredCircuit circuit;
  public final IoMap io;
  public final PrepStore[] stores;
  private final TrustedDealer dealer;
  private final Random random;

  /** Creates parties without material. */
  public DeliveryRun(ConfiguredProtocol protocol, long seed) throws MpcException {
    this.protocol = protocol;
    this.random = new Random(seed);
    this.circuit = LayeredCircuit.of(circuit(random));
    this.io =
        new IoMap(
            List.of(
                new InputSource.Kept("a"),
                new InputSource.Kept("b"),
                new InputSource.Private(0),
                new InputSource.Public()),
            List.of(
                new OutputTarget.Kept("first", 1),
                new OutputTarget.Kept("both", 2),
                new OutputTarget.Kept("first", 1),
                new OutputTarget.Kept("stays", 0)));
    this.stores = new PrepStore[protocol.parties()];
    Arrays.setAll(stores, party -> new MemoryPrepStore());
    this.dealer = protocol.dealer(SessionPairs.seeded("dealer" + seed));
    dealer.dealKeys(List.of(stores));
  }

  private static Circuit circuit(Random random) {
    CircuitBuilder builder = new CircuitBuilder();
    List<Integer> wires = new ArrayList<>();
    for (int size : INPUTS) {
      Arrays.stream(builder.input(size)).forEach(wires::add);
    }
    for (int gate = 0; gate < 120; gate++) {
      int x = wires.get(random.nextInt(wires.size()));
      int y = wires.get(random.nextInt(wires.size()));
      wires.add(
          switch (random.nextInt(3)) {
            case 0 -> builder.and(x, y);
            case 1 -> builder.xor(x, y);
            default -> builder.not(x);
          });
    }
    int last = wires.size();
    builder.output(wires(wires, last - 40, last));
    builder.output(wires(wires, 60, 75));
    builder.output(wires(wires, last - 60, last - 25));
    builder.output(wires(wires, last - 9, last));
    return builder.build();
  }

  private static int[] wires(List<Integer> all, int from, int to) {
    return all.subList(from, to).stream().mapToInt(each -> each).toArray();
  }

  /** Deals material for one evaluation. */
  public void dealEvaluation() throws MpcException {
    dealer.deal(protocol.demand(circuit, io), List.of(stores));
  }

  /** Deals material for input masks. */
  public void dealMasks(int masks, int bits) throws MpcException {
    dealer.deal(protocol.inputMasks(masks, bits), List.of(stores));
  }

  public void deal(Demand demand) throws MpcException {
    dealer.deal(demand, List.of(stores));
  }

  public Network[] networks() {
    return SessionPairs.networks(protocol.parties());
  }

  /** Makes input masks in a session of their own; how each party ends. */
  public List<Object> masks(Network[] networks, long[] numbers, int bits) throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          var terms = new RunTerms().protocol(protocol).store("test").terms();
          try (Session session =
                  SessionPairs.establish(
                      network, new SessionTerms(terms), SessionPairs.seeded("" + network.party()));
              InputMaskMaker maker =
                  new InputMaskMaker(session, protocol, stores[network.party()])) {
            return maker.make(numbers, bits);
          }
        });
  }

  /** The input masks of honest parties, by party. */
  @SuppressWarnings("unchecked") // of masks
  public List<List<InputMask>> masks(long[] numbers, int bits) throws Exception {
    List<List<InputMask>> all = new ArrayList<>();
    for (Object each : masks(networks(), numbers, bits)) {
      if (each instanceof Exception failed) {
        throw failed;
      }
      all.add((List<InputMask>) each);
    }
    return all;
  }

  /** Evaluates in a session of its own; how each party ends. */
  public List<Object> evaluate(
      Network[] networks, BitMatrix[] mine, List<KeptInputs> kept, List<DeliveryOrder> orders)
      throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          int party = network.party();
          var terms = CircuitExecutor.terms(protocol, circuit, io, "test");
          try (Session session =
                  SessionPairs.establish(
                      network, new SessionTerms(terms), SessionPairs.seeded("run" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, protocol, circuit, io, stores[party])) {
            executor.input(mine[party], kept.get(party), orders);
            executor.compute();
            return executor.deliver();
          }
        });
  }

  /** Uniform inputs of every lane, as the circuit sees them. */
  public BitMatrix inputs() {
    BitMatrix all = new BitMatrix(circuit.circuit().inputWires(), protocol.lanes());
    for (int wire = 0; wire < all.rows(); wire++) {
      for (int lane = 0; lane < all.columns(); lane++) {
        all.set(wire, lane, random.nextBoolean());
      }
    }
    return all;
  }

  /** The bits of kept set "a" or "b" in a lane. */
  public static boolean[] client(BitMatrix inputs, String set, int lane) {
    int first = set.equals("a") ? 0 : FIRST_CLIENT;
    boolean[] bits = new boolean[set.equals("a") ? FIRST_CLIENT : SECOND_CLIENT];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = inputs.get(first + i, lane);
    }
    return bits;
  }

  /** What an output set has in a lane. */
  public boolean[] expected(BitMatrix inputs, String set, int lane) {
    BitMatrix outputs = PlainEvaluation.evaluate(circuit.circuit(), inputs);
    List<Boolean> bits = new ArrayList<>();
    int wire = 0;
    int[] sizes = circuit.circuit().outputSizes();
    for (int value = 0; value < sizes.length; value++) {
      for (int i = 0; i < sizes[value]; i++, wire++) {
        if (((OutputTarget.Kept) io.outputs().get(value)).set().equals(set)) {
          bits.add(outputs.get(wire, lane));
        }
      }
    }
    boolean[] result = new boolean[bits.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = bits.get(i);
    }
    return result;
  }

  /** What a client accepts of a delivery of bits, from the parts of all parties. */
  public static boolean[] accept(List<Delivery> parts, int bits) throws ClientOracle.Refusal {
    return accept(parts.get(0), parts.stream().map(Delivery::body).toList(), bits);
  }

  /** What a client accepts of bodies. */
  public static boolean[] accept(Delivery header, List<byte[]> bodies, int bits)
      throws ClientOracle.Refusal {
    ClientOracle oracle =
        new ClientOracle(
            header.sid(),
            header.number(),
            header.domain().name(),
            header.elements(),
            bodies.size());
    return ClientOracle.unpack(oracle.accept(bodies), header.domain().elementBits(), bits);
  }

  /** A client's message d = x + r. */
  public static byte[] answer(boolean[] x, boolean[] r) {
    byte[] d = new byte[(x.length + 7) / 8];
    for (int i = 0; i < x.length; i++) {
      d[i / 8] |= (byte) ((x[i] ^ r[i] ? 1 : 0) << i % 8);
    }
    return d;
  }

  /**
   * Runs everything once: masks for the clients of some lanes, their answers, the evaluation, and
   * what they accept, which must be as in the clear; the other lanes have zeros.
   */
  public void requireRoundTrip(int lanesInUse) throws Exception {
    BitMatrix inputs = inputs();
    BitMatrix[] mine = new BitMatrix[protocol.parties()];
    Arrays.setAll(mine, party -> inputs());
    List<KeptInputs> kept = new ArrayList<>();
    for (BitMatrix each : mine) {
      kept.add(new KeptInputs());
      for (int wire = FIRST_CLIENT + SECOND_CLIENT; wire < inputs.rows(); wire++) {
        each.copyRow(wire, inputs, wire);
      }
    }
    int number = 1;
    for (int lane = 0; lane < protocol.lanes(); lane++) {
      for (String set : List.of("a", "b")) {
        boolean[] x = client(inputs, set, lane);
        if (lane < lanesInUse) {
          dealMasks(1, x.length);
          List<InputMask> parts = new ArrayList<>();
          masks(new long[] {number++}, x.length).forEach(each -> parts.add(each.get(0)));
          boolean[] r = accept(parts.stream().map(InputMask::delivery).toList(), x.length);
          for (int party = 0; party < mine.length; party++) {
            kept.get(party).put(set, lane, parts.get(party).bits(), answer(x, r));
          }
        } else {
          int first = set.equals("a") ? 0 : FIRST_CLIENT;
          for (int i = 0; i < x.length; i++) {
            inputs.set(first + i, lane, false);
          }
        }
      }
    }
    List<DeliveryOrder> orders = new ArrayList<>();
    for (int lane = 0; lane < lanesInUse; lane++) {
      for (String set : List.of("both", "first", "both")) {
        orders.add(new DeliveryOrder(number++, set, lane));
      }
    }
    dealEvaluation();
    List<KeptOutputs> outputs = new ArrayList<>();
    for (Object each : evaluate(networks(), mine, kept, orders)) {
      if (each instanceof Exception failed) {
        throw failed;
      }
      outputs.add((KeptOutputs) each);
    }
    for (int i = 0; i < orders.size(); i++) {
      DeliveryOrder order = orders.get(i);
      int place = i;
      List<Delivery> parts = outputs.stream().map(each -> each.deliveries().get(place)).toList();
      boolean[] expected = expected(inputs, order.set(), order.lane());
      if (!Arrays.equals(expected, accept(parts, expected.length))) {
        throw new AssertionError("another output for " + order);
      }
    }
  }
}
