package org.schurmpc.core.program;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.abort.Refused;

/**
 * Says which ports of a program belong to clients in a run, whatever party owns them in the
 * program.
 *
 * @param inputs by set of kept bits, its input ports: their values' bits follow each other, in the
 *     order of the ports, each value's lowest bit first; a signed value is its two's complement
 * @param outputs by delivery, its output ports: their values follow each other; a port may be in
 *     several deliveries
 * @param places number of places: with more than one, all these inputs are arrays over places, the
 *     values of a place after those of the place before, and a lane of kept bits, or of deliveries,
 *     is a place
 * @param own names of output ports that are such arrays, too, of which each place receives its own
 *     values; of all others it receives all values
 */
public record ClientPorts(
    SortedMap<String, List<String>> inputs,
    SortedMap<String, List<String>> outputs,
    int places,
    Set<String> own) {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}";

  public ClientPorts {
    inputs = copy(inputs);
    outputs = copy(outputs);
    own = Collections.unmodifiableSortedSet(new TreeSet<>(own));
    if (places < 1) {
      throw new IllegalArgumentException(places + " places");
    }
  }

  /** Creates ports without places. */
  public ClientPorts(
      SortedMap<String, List<String>> inputs, SortedMap<String, List<String>> outputs) {
    this(inputs, outputs, 1, Set.of());
  }

  private static SortedMap<String, List<String>> copy(SortedMap<String, List<String>> ports) {
    TreeMap<String, List<String>> copy = new TreeMap<>();
    ports.forEach((name, each) -> copy.put(name, List.copyOf(each)));
    return Collections.unmodifiableSortedMap(copy);
  }

  /**
   * Requires that names can be told apart, no set is empty, and no input port is in two sets.
   *
   * @throws Refused if not
   */
  public void requireSound() throws Refused {
    Set<String> seen = new HashSet<>();
    for (SortedMap<String, List<String>> each : List.of(inputs, outputs)) {
      for (var set : each.entrySet()) {
        if (!set.getKey().matches(NAME) || set.getValue().isEmpty()) {
          throw new Refused("'%s' names no ports of clients".formatted(set.getKey()));
        }
      }
    }
    for (List<String> ports : inputs.values()) {
      for (String port : ports) {
        if (!seen.add(port)) {
          throw new Refused("the input %s belongs to two clients".formatted(port));
        }
      }
    }
  }

  /** Returns a text for the handshake, which no other ports have. */
  public String describe() {
    String text = inputs + " -> " + outputs;
    return places == 1 ? text : text + " for " + places + " places, each with its own of " + own;
  }
}
