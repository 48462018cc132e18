package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** The inputs and outputs of a program that is written. */
final class Ports {
  private final Draft draft;
  private final List<Port> inputs = new ArrayList<>();
  private final List<Port> outputs = new ArrayList<>();

  Ports(Draft draft) {
    this.draft = draft;
  }

  List<Port> inputs() {
    return inputs;
  }

  List<Port> outputs() {
    return outputs;
  }

  void requireParty(int party) {
    if (party < 0 || party >= draft.parties) {
      throw draft.error(
          "there is no party %d among parties 0 to %d".formatted(party, draft.parties - 1));
    }
  }

  private void add(String kind, List<Port> ports, Port port, String again) {
    draft.requireNewName(kind, port.name());
    if (draft.loops > 0) {
      throw draft.error(
          "%s %s is in a loop, which would %s it again".formatted(kind, port.name(), again));
    }
    ports.add(port);
  }

  private int input(Operation operation, Port port, int elements) {
    requireParty(port.party());
    if (port.count() < 1) {
      throw draft.error(
          "input %s has at least 1 value, not %d".formatted(port.name(), port.count()));
    }
    add("input", inputs, port, "read");
    int at = draft.tape.ir.add(operation, port.count(), TapeIr.NO, TapeIr.NO, draft.lines.here());
    draft.tape.ir.setImmediate(at, (long) (inputs.size() - 1) << Integer.SIZE);
    return draft.tape.ir.define(at, 's', port.field(), elements);
  }

  /** Returns the number of the vector of n values. */
  int input(String name, int party, int field, ValueType type, int width, int n) {
    return input(Operation.INPUT, new Port(name, party, field, type, width, n), n);
  }

  /** Returns the number of the vector of n values in units of 2^-fraction. */
  int inputFixed(String name, int party, int width, int fraction, int n) {
    Port port = new Port(name, party, 0, ValueType.FIXED, width, fraction, n);
    return input(Operation.INPUT, port, n);
  }

  /** Returns the number of the vector of the bits of n values, the lowest of each first. */
  int inputBits(String name, int party, int field, ValueType type, int width, int n) {
    int bits;
    try {
      bits = Math.multiplyExact(width, n);
    } catch (ArithmeticException e) {
      throw draft.error("input %s has more than 2^31 bits".formatted(name));
    }
    return input(Operation.INPUT_BITS, new Port(name, party, field, type, width, n), bits);
  }

  /** Gives values to all parties. */
  void output(Value value, String name, ValueType type, int width) {
    output(value, name, Port.ALL, type, width, 0);
  }

  /** Gives values to one party. */
  void outputTo(int party, Value value, String name, ValueType type, int width) {
    requireParty(party);
    output(value, name, party, type, width, 0);
  }

  void output(Value value, String name, int party, ValueType type, int width, int fraction) {
    int n = value.n();
    Port port = new Port(name, party, value.field(), type, width, fraction, n);
    add("output", outputs, port, "write");
    Operation operation = value.kind() == 's' ? Operation.OUTPUT : Operation.OUTPUTC;
    int at = draft.tape.ir.add(operation, n, value.id(), TapeIr.NO, draft.lines.here());
    draft.tape.ir.setImmediate(at, (long) (outputs.size() - 1) << Integer.SIZE);
  }
}
