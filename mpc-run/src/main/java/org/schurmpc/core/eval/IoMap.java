package org.schurmpc.core.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Names the source of each input value of a circuit and the target of each output value. The
 * parties agree on the map in the handshake.
 *
 * @param inputs one source for each input value, in the circuit's order
 * @param outputs one target for each output value, in the circuit's order
 */
public record IoMap(List<InputSource> inputs, List<OutputTarget> outputs) {
  private static final int MAX_DESCRIPTION = 200;

  public IoMap {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /**
   * Returns a map that assigns input value i to party i mod {@code parties} and every output to all
   * parties.
   */
  public static IoMap roundRobin(Circuit circuit, int parties) {
    List<InputSource> inputs = new ArrayList<>();
    for (int i = 0; i < circuit.inputSizes().length; i++) {
      inputs.add(new InputSource.Private(i % parties));
    }
    return new IoMap(inputs, allLearn(circuit));
  }

  /** Returns targets that give every output value of a circuit to all parties. */
  public static List<OutputTarget> allLearn(Circuit circuit) {
    return Collections.nCopies(circuit.outputSizes().length, new OutputTarget.All());
  }

  /**
   * Requires that this map fits a circuit and a number of parties.
   *
   * @throws IllegalArgumentException if the map does not fit
   */
  public void requireFits(Circuit circuit, int parties) {
    if (inputs.size() != circuit.inputSizes().length
        || outputs.size() != circuit.outputSizes().length) {
      throw new IllegalArgumentException(
          "the map names %d inputs and %d outputs, the circuit has %d and %d"
              .formatted(
                  inputs.size(),
                  outputs.size(),
                  circuit.inputSizes().length,
                  circuit.outputSizes().length));
    }
    boolean known =
        inputs.stream()
                .allMatch(s -> !(s instanceof InputSource.Private p) || isParty(p.party(), parties))
            && outputs.stream()
                .allMatch(t -> !(t instanceof OutputTarget.Only o) || isParty(o.party(), parties));
    if (!known) {
      throw new IllegalArgumentException("the map names a party that is not there");
    }
    if (!opensOrKeeps()) {
      throw new IllegalArgumentException(
          "all outputs are opened or all are kept, each set with one number of deliveries");
    }
  }

  private static boolean isParty(int party, int parties) {
    return party >= 0 && party < parties;
  }

  /**
   * Returns, for each input value, the parties that contribute to the value: the value is the sum
   * of their inputs. These are the owner of a private value, all parties for a shared value, and
   * none for a public or a kept value.
   */
  public List<Set<Integer>> contributors(int parties) {
    Set<Integer> all = IntStream.range(0, parties).boxed().collect(Collectors.toSet());
    List<Set<Integer>> result = new ArrayList<>();
    for (InputSource source : inputs) {
      if (source instanceof InputSource.Private owner) {
        result.add(Set.of(owner.party()));
      } else {
        result.add(source instanceof InputSource.Shared ? all : Set.of());
      }
    }
    return result;
  }

  /** Returns whether any input or output value is kept. */
  public boolean keeps() {
    return inputs.stream().anyMatch(InputSource.Kept.class::isInstance)
        || outputs.stream().anyMatch(OutputTarget.Kept.class::isInstance);
  }

  /** Returns the number of bits of each set of kept inputs. */
  public SortedMap<String, Integer> keptInputs(Circuit circuit) {
    TreeMap<String, Integer> sizes = new TreeMap<>();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) instanceof InputSource.Kept kept) {
        sizes.merge(kept.set(), circuit.inputSizes()[i], Integer::sum);
      }
    }
    return sizes;
  }

  /** Returns the number of bits of each set of kept outputs. */
  public SortedMap<String, Integer> keptOutputs(Circuit circuit) {
    TreeMap<String, Integer> sizes = new TreeMap<>();
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.get(i) instanceof OutputTarget.Kept kept) {
        sizes.merge(kept.set(), circuit.outputSizes()[i], Integer::sum);
      }
    }
    return sizes;
  }

  /** Returns the number of deliveries of each set of kept outputs, in one lane. */
  public SortedMap<String, Integer> deliveries() {
    TreeMap<String, Integer> deliveries = new TreeMap<>();
    for (OutputTarget target : outputs) {
      if (target instanceof OutputTarget.Kept kept) {
        deliveries.put(kept.set(), kept.deliveries());
      }
    }
    return deliveries;
  }

  /** Returns the number of deliveries of one lane. */
  public int deliveriesOfALane() {
    return deliveries().values().stream().mapToInt(each -> each).sum();
  }

  /** Whether all outputs are opened, or all kept; and one set has one number of deliveries. */
  private boolean opensOrKeeps() {
    SortedMap<String, Integer> deliveries = deliveries();
    return deliveries.isEmpty()
        || outputs.stream()
            .allMatch(
                target ->
                    target instanceof OutputTarget.Kept kept
                        && deliveries.get(kept.set()) == kept.deliveries());
  }

  /** Returns the source of each input wire, value by value. */
  InputSource[] sourceOfEachWire(Circuit circuit) {
    int[] sizes = circuit.inputSizes();
    InputSource[] result = new InputSource[Arrays.stream(sizes).sum()];
    int wire = 0;
    for (int i = 0; i < sizes.length; i++) {
      Arrays.fill(result, wire, wire + sizes[i], inputs.get(i));
      wire += sizes[i];
    }
    return result;
  }

  /** Returns the target of each output wire, value by value. */
  OutputTarget[] targetOfEachWire(Circuit circuit) {
    int[] sizes = circuit.outputSizes();
    OutputTarget[] result = new OutputTarget[Arrays.stream(sizes).sum()];
    int wire = 0;
    for (int i = 0; i < sizes.length; i++) {
      Arrays.fill(result, wire, wire + sizes[i], outputs.get(i));
      wire += sizes[i];
    }
    return result;
  }

  /**
   * Returns a text for the handshake that is equal for two maps only if the maps are equal; a hash
   * where the text would be long.
   */
  public String describe() {
    String text = listNames();
    return text.length() <= MAX_DESCRIPTION
        ? text
        : "SHA-256 " + HexFormat.of().formatHex(new FieldHash("map").add(text).digest());
  }

  private String listNames() {
    StringBuilder text = new StringBuilder();
    for (InputSource source : inputs) {
      text.append(text.isEmpty() ? "" : " ").append(source.describe());
    }
    text.append(" ->");
    for (OutputTarget target : outputs) {
      text.append(' ').append(target.describe());
    }
    return text.toString();
  }
}
