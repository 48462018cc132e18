package org.schurmpc.spark;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;

/**
 * Which columns of this party's table and results are which values of the circuit.
 *
 * @param key the name of the keys' column; null if nobody named it
 * @param inputs the columns of input values, by value
 * @param outputs the columns of output values, by value, as far as they were named
 */
record Columns(String key, SortedMap<Integer, String> inputs, SortedMap<Integer, String> outputs) {
  /**
   * Requires a column for each value that this party supplies, and for no other, and results whose
   * columns differ.
   */
  void requireFit(IoMap io, int party) throws Refused {
    if (key == null) {
      throw new Refused("call key(…): which column has the keys?");
    }
    for (int value = 0; value < io.inputs().size(); value++) {
      InputSource source = io.inputs().get(value);
      boolean mine = !(source instanceof InputSource.Private p) || p.party() == party;
      if (mine != inputs.containsKey(value)) {
        throw new Refused(
            mine
                ? "call input(…): which column has input value %d?".formatted(value)
                : "input value %d is the other party's".formatted(value));
      }
    }
    requireNone(inputs.tailMap(io.inputs().size()), "the circuit has no input value");
    SortedMap<Integer, String> learnt = learnt(io, party);
    TreeMap<Integer, String> others = new TreeMap<>(outputs);
    others.keySet().removeAll(learnt.keySet());
    requireNone(others, "this party does not learn an output value");
    Set<String> names = new HashSet<>(Set.of(key.toLowerCase(Locale.ROOT)));
    for (String column : learnt.values()) {
      if (!names.add(column.toLowerCase(Locale.ROOT))) {
        throw new Refused("two columns of the results are '%s'".formatted(column));
      }
    }
  }

  private static void requireNone(SortedMap<Integer, String> values, String fault) throws Refused {
    if (!values.isEmpty()) {
      throw new Refused(fault + " " + values.firstKey());
    }
  }

  /** Returns the columns of the results: those of the output values that the party learns. */
  SortedMap<Integer, String> learnt(IoMap io, int party) {
    TreeMap<Integer, String> learnt = new TreeMap<>();
    List<OutputTarget> targets = io.outputs();
    for (int value = 0; value < targets.size(); value++) {
      if (targets.get(value).includes(party)) {
        learnt.put(value, outputs.getOrDefault(value, "output" + value));
      }
    }
    return learnt;
  }
}
