package org.schurmpc.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.LocalParties;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * Every kind of source and target of every protocol: handled, or refused before a message. A kind
 * that is added without an entry here, or that a protocol neither handles nor refuses, fails.
 */
class KeptMapsTest {
  private static final Map<Class<?>, InputSource> SOURCES =
      Map.of(
          InputSource.Private.class, new InputSource.Private(0),
          InputSource.Public.class, new InputSource.Public(),
          InputSource.Shared.class, new InputSource.Shared(),
          InputSource.Kept.class, new InputSource.Kept("in"));
  private static final Map<Class<?>, OutputTarget> TARGETS =
      Map.of(
          OutputTarget.All.class, new OutputTarget.All(),
          OutputTarget.Only.class, new OutputTarget.Only(1),
          OutputTarget.Kept.class, new OutputTarget.Kept("out", 1));

  /** Protocols that keep values; the others refuse. */
  private static final Set<String> KEEP = Set.of("spdz", "tinyot");

  private static Circuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    builder.output(builder.and(x[0], x[1]), builder.not(x[0]));
    return builder.build();
  }

  private static <T> T sample(Map<Class<?>, T> samples, Class<?> kind) {
    assertTrue(samples.containsKey(kind), "no entry for " + kind.getName());
    return samples.get(kind);
  }

  private static Stream<String> protocols() {
    return Protocols.all().stream().map(Protocol::name).filter(name -> !name.equals("mascot"));
  }

  private static ConfiguredProtocol configured(String name) throws Refused {
    return Protocols.named(name).configure(new ProtocolOptions(1, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyKindIsHandledOrRefusedBeforeAMessage(String name) throws Exception {
    Set<String> refused = new TreeSet<>();
    for (Class<?> source : InputSource.class.getPermittedSubclasses()) {
      for (Class<?> target : OutputTarget.class.getPermittedSubclasses()) {
        IoMap io = new IoMap(List.of(sample(SOURCES, source)), List.of(sample(TARGETS, target)));
        if (io.keeps() && !KEEP.contains(name)) {
          requireRefused(name, io);
          refused.add(io.describe());
        } else {
          evaluate(configured(name), io);
        }
      }
    }
    assertEquals(KEEP.contains(name) ? 0 : 6, refused.size(), refused.toString());
  }

  private static void requireRefused(String name, IoMap io) throws Refused {
    ConfiguredProtocol protocol = configured(name);
    LayeredCircuit layered = LayeredCircuit.of(circuit());
    assertThrows(Refused.class, () -> protocol.demand(layered, io), name + ": " + io.describe());
    assertThrows(
        Refused.class,
        () -> Computation.plan(name, circuit(), io, new ProtocolOptions(1, Map.of())));
    assertThrows(Refused.class, () -> protocol.inputMasks(1, 1));
    assertFalse(protocol.keepsValues());
  }

  /** Methods of ciphers have the name of a protocol that keeps values, and keep none. */
  @ParameterizedTest
  @MethodSource("methods")
  void methodsOfCiphersKeepNothing(String method) throws Exception {
    ConfiguredProtocol protocol =
        Protocols.named("spdz")
            .configure(new ProtocolOptions(1, Map.of("field", "gf2_40", "method", method)));
    IoMap io = new IoMap(List.of(new InputSource.Kept("in")), List.of(new OutputTarget.All()));
    LayeredCircuit layered = LayeredCircuit.of(circuit());
    assertThrows(Refused.class, () -> protocol.demand(layered, io));
    assertThrows(Refused.class, () -> protocol.inputMasks(1, 1));
  }

  private static Stream<String> methods() {
    return Stream.of("bd");
  }

  /** Nobody learns a kept output, and what each party learns of the others is as in the clear. */
  private static void evaluate(ConfiguredProtocol protocol, IoMap io) throws Exception {
    LayeredCircuit layered = LayeredCircuit.of(circuit());
    List<PrepStore> stores = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      stores.add(new MemoryPrepStore());
    }
    try (var dealer = protocol.dealer(new SecureRandom())) {
      dealer.dealKeys(stores);
      dealer.deal(protocol.demand(layered, io), stores);
    }
    boolean kept = io.outputs().get(0) instanceof OutputTarget.Kept;
    try (LocalParties parties = LocalParties.inMemory(2)) {
      parties.each(
          network -> {
            SessionTerms terms =
                new SessionTerms(CircuitExecutor.terms(protocol, layered, io, "test"));
            Session session = Session.establish(network, terms, new SecureRandom());
            try (CircuitExecutor executor =
                new CircuitExecutor(session, protocol, layered, io, stores.get(network.party()))) {
              BitMatrix mine = new BitMatrix(2, protocol.lanes());
              evaluate(executor, session, io, mine, kept);
            }
            return null;
          });
    }
  }

  private static void evaluate(
      CircuitExecutor executor, Session session, IoMap io, BitMatrix mine, boolean kept)
      throws MpcException {
    if (io.keeps()) {
      assertThrows(IllegalStateException.class, () -> executor.input(mine));
      List<DeliveryOrder> orders = kept ? List.of(new DeliveryOrder(1, "out", 0)) : List.of();
      executor.input(mine, new KeptInputs(), orders);
    } else {
      executor.input(mine);
    }
    executor.compute();
    if (kept) {
      long before = session.metrics().messagesSent(Phase.OUTPUT);
      assertThrows(IllegalStateException.class, executor::output);
      assertEquals(before, session.metrics().messagesSent(Phase.OUTPUT));
      try (KeptOutputs outputs = executor.deliver()) {
        assertEquals(1, outputs.deliveries().size());
        assertEquals(2, outputs.kept().get("out").get(0).count());
      }
    } else {
      assertThrows(IllegalStateException.class, executor::deliver);
      boolean learns = io.outputs().get(0).includes(session.party());
      BitMatrix outputs = executor.output();
      assertFalse(outputs.get(0, 0));
      assertEquals(learns, outputs.get(1, 0), Arrays.toString(io.outputs().toArray()));
    }
  }
}
