package org.schurmpc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;

class IoMapTest {
  private static final List<InputSource> SOURCES =
      List.of(
          new InputSource.Private(0),
          new InputSource.Private(1),
          new InputSource.Public(),
          new InputSource.Shared(),
          new InputSource.Kept("a"),
          new InputSource.Kept("b"));
  private static final List<OutputTarget> TARGETS =
      List.of(
          new OutputTarget.All(),
          new OutputTarget.Only(0),
          new OutputTarget.Only(1),
          new OutputTarget.Kept("a", 0),
          new OutputTarget.Kept("a", 1));

  /** All lists of up to {@code most} of these. */
  private static <T> List<List<T>> lists(List<T> elements, int most) {
    List<List<T>> all = new ArrayList<>();
    all.add(List.of());
    for (int from = 0, length = 1; length <= most; length++) {
      int to = all.size();
      for (int i = from; i < to; i++) {
        for (T element : elements) {
          List<T> longer = new ArrayList<>(all.get(i));
          longer.add(element);
          all.add(longer);
        }
      }
      from = to;
    }
    return all;
  }

  @Test
  void noTwoSmallMapsHaveTheSameDescription() {
    Map<String, IoMap> seen = new HashMap<>();
    for (List<InputSource> inputs : lists(SOURCES, 4)) {
      for (List<OutputTarget> outputs : lists(TARGETS, 3)) {
        IoMap map = new IoMap(inputs, outputs);
        IoMap before = seen.put(map.describe(), map);
        assertEquals(null, before, () -> map + " reads like " + before);
      }
    }
    assertEquals((1 + 6 + 36 + 216 + 1296) * (1 + 5 + 25 + 125), seen.size());
  }

  @Test
  void namesOfSetsHaveNoSpaces() {
    for (String name : List.of("", "a b", "a\n", "-a", "ä", "a*", "x".repeat(65))) {
      assertThrows(IllegalArgumentException.class, () -> new InputSource.Kept(name), name);
      assertThrows(IllegalArgumentException.class, () -> new OutputTarget.Kept(name, 1), name);
    }
    assertThrows(IllegalArgumentException.class, () -> new OutputTarget.Kept("a", -1));
    assertEquals("kept:set:A_1.b-c*2", new OutputTarget.Kept("set:A_1.b-c", 2).describe());
  }

  /** A wire that is kept never reaches an opening. */
  @Test
  void outputsAreAllOpenedOrAllKept() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    builder.output(x[0]);
    builder.output(x[1]);
    Circuit circuit = builder.build();
    List<InputSource> inputs = List.of(new InputSource.Kept("in"));
    List<OutputTarget> kept = List.of(new OutputTarget.Kept("a", 1), new OutputTarget.Kept("a", 1));
    new IoMap(inputs, kept).requireFits(circuit, 2);
    assertEquals(Map.of("a", 2), new IoMap(inputs, kept).keptOutputs(circuit));
    assertEquals(Map.of("in", 2), new IoMap(inputs, kept).keptInputs(circuit));
    assertEquals(1, new IoMap(inputs, kept).deliveriesOfALane());
    for (OutputTarget other :
        List.of(
            new OutputTarget.All(),
            new OutputTarget.Only(0),
            new OutputTarget.Only(1),
            new OutputTarget.Kept("a", 0))) {
      IoMap mixed = new IoMap(inputs, List.of(kept.get(0), other));
      assertThrows(IllegalArgumentException.class, () -> mixed.requireFits(circuit, 2));
    }
    for (int party = 0; party < 3; party++) {
      assertFalse(kept.get(0).includes(party));
      assertFalse(inputs.get(0).contributes(party));
    }
    assertEquals(List.of(Set.of()), new IoMap(inputs, kept).contributors(2));
  }

  @Test
  void longMapsAreHashed() {
    IoMap map = new IoMap(Collections.nCopies(1000, new InputSource.Public()), List.of());
    List<InputSource> inputs = new ArrayList<>(map.inputs());
    inputs.set(999, new InputSource.Shared());
    assertTrue(map.describe().matches("SHA-256 [0-9a-f]{64}"), map.describe());
    assertFalse(map.describe().equals(new IoMap(inputs, List.of()).describe()));
  }

  private static Circuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(2);
    int[] b = builder.input(1);
    builder.output(builder.and(a[0], b[0]), builder.xor(a[1], b[0]));
    builder.output(a[0]);
    return builder.build();
  }

  @Test
  void mapsFitTheirCircuit() {
    Circuit circuit = circuit();
    IoMap map = IoMap.roundRobin(circuit, 2);
    assertEquals(List.of(new InputSource.Private(0), new InputSource.Private(1)), map.inputs());
    assertEquals(List.of(new OutputTarget.All(), new OutputTarget.All()), map.outputs());
    map.requireFits(circuit, 2);
    assertThrows(IllegalArgumentException.class, () -> map.requireFits(circuit, 1));
    IoMap[] wrong = {
      new IoMap(map.inputs().subList(0, 1), map.outputs()),
      new IoMap(map.inputs(), List.of()),
      new IoMap(List.of(new InputSource.Private(-1), new InputSource.Public()), map.outputs()),
      new IoMap(map.inputs(), List.of(new OutputTarget.All(), new OutputTarget.Only(2)))
    };
    for (IoMap each : wrong) {
      assertThrows(
          IllegalArgumentException.class, () -> each.requireFits(circuit, 2), each::describe);
    }
  }

  @Test
  void wiresBelongToTheirValues() {
    IoMap map =
        new IoMap(
            List.of(new InputSource.Shared(), new InputSource.Private(1)),
            List.of(new OutputTarget.Only(0), new OutputTarget.All()));
    InputSource[] sources = map.sourceOfEachWire(circuit());
    assertEquals(3, sources.length);
    assertInstanceOf(InputSource.Shared.class, sources[1]);
    assertEquals(new InputSource.Private(1), sources[2]);
    OutputTarget[] targets = map.targetOfEachWire(circuit());
    assertEquals(new OutputTarget.Only(0), targets[1]);
    assertEquals(new OutputTarget.All(), targets[2]);
    assertTrue(targets[1].includes(0) && !targets[1].includes(1) && targets[2].includes(1));
  }

  @Test
  void protocolsAreFoundByName() throws Exception {
    assertEquals("insecure-tables", Protocols.named("insecure-tables").name());
    Refused refused = assertThrows(Refused.class, () -> Protocols.named("no such"));
    assertTrue(refused.getMessage().contains("'no such'"), refused.getMessage());
    for (Protocol protocol : ServiceLoader.load(Protocol.class)) {
      assertTrue(refused.getMessage().contains(protocol.name()), refused.getMessage());
    }
    assertTrue(refused.getMessage().contains("insecure-tables"), refused.getMessage());
  }

  @Test
  void unknownOptionsAreNamed() {
    var options = new ProtocolOptions(1, Map.of("cod", "x"));
    Refused refused =
        assertThrows(Refused.class, () -> options.requireOnly("some", Set.of("code")));
    assertTrue(refused.getMessage().contains("no option 'cod'; it has [code]"));
    assertThrows(IllegalArgumentException.class, () -> new ProtocolOptions(-1, Map.of()));
  }
}
