package org.schurmpc.vm.machine;

import java.math.BigInteger;
import java.util.List;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;

/** Values of a program's inputs or outputs, by port. Not thread-safe. */
public final class Values {
  private final List<FieldUse> fields;
  private final List<Port> ports;
  private final long[][] elements;

  /** Creates room for the values of ports, none of which has any yet. */
  public Values(List<FieldUse> fields, List<Port> ports) {
    this.fields = List.copyOf(fields);
    this.ports = List.copyOf(ports);
    this.elements = new long[ports.size()][];
  }

  public List<Port> ports() {
    return ports;
  }

  private Field field(int port) {
    return fields.get(ports.get(port).field()).field();
  }

  private int index(String name) {
    for (int port = 0; port < ports.size(); port++) {
      if (ports.get(port).name().equals(name)) {
        return port;
      }
    }
    throw new IllegalArgumentException("there is no port " + name);
  }

  /**
   * Sets the values of a port.
   *
   * @throws Refused if their number is not the port's, or one is outside of its range
   */
  public void set(String name, BigInteger... values) throws Refused {
    int index = index(name);
    Port port = ports.get(index);
    Field field = field(index);
    if (values.length != port.count()) {
      throw new Refused("%s has %,d values, not %,d".formatted(name, port.count(), values.length));
    }
    boolean bits = port.isOfBits(fields);
    long[] all = new long[Math.toIntExact(port.elements(fields)) * field.limbs()];
    for (int i = 0; i < values.length; i++) {
      if (!isInRange(values[i], port, field)) {
        // The value is secret and not part of the message.
        throw new Refused("value %,d of %s is outside of its range".formatted(i + 1, name));
      }
      if (bits) {
        bits(values[i], port, all, i * port.width());
      } else {
        field.fromBigInteger(values[i], all, i * field.limbs());
      }
    }
    elements[index] = all;
  }

  /**
   * Writes the bits of a number, the lowest first; of one with a sign, those of its distance from
   * the least.
   */
  private static void bits(BigInteger value, Port port, long[] to, int at) {
    int width = port.width();
    BigInteger distance = port.type().isSigned() ? value.add(BigInteger.TWO.pow(width - 1)) : value;
    for (int i = 0; i < width; i++) {
      to[at + i] = distance.testBit(i) ? 1 : 0;
    }
  }

  private static BigInteger number(Port port, long[] from, int at) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < port.width(); i++) {
      value = from[at + i] == 1 ? value.setBit(i) : value;
    }
    return port.type().isSigned() ? value.subtract(BigInteger.TWO.pow(port.width() - 1)) : value;
  }

  private static boolean isInRange(BigInteger value, Port port, Field field) {
    return switch (port.type()) {
      case ELEMENT -> value.signum() >= 0 && value.compareTo(field.order()) < 0;
      case BIT, UNSIGNED -> value.signum() >= 0 && value.bitLength() <= port.width();
      case SIGNED, FIXED -> value.bitLength() < port.width();
    };
  }

  /**
   * Returns the values of a port as numbers, with sign if the port's type has one, in units if the
   * type is fixed.
   */
  public BigInteger[] get(String name) {
    int index = index(name);
    Field field = field(index);
    Port port = ports.get(index);
    boolean bits = port.isOfBits(fields);
    long[] all = elements(index);
    BigInteger[] values = new BigInteger[port.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          bits
              ? number(port, all, i * port.width())
              : number(field, all, i * field.limbs(), port.type());
    }
    return values;
  }

  /** Whether a port has values. */
  public boolean has(String name) {
    return elements[index(name)] != null;
  }

  /**
   * Returns the values of a port as elements of its field, or as their bits in TinyOT; not a copy.
   *
   * @throws IllegalStateException if the port has none
   */
  public long[] elements(int port) {
    if (elements[port] == null) {
      throw new IllegalStateException(ports.get(port).name() + " has no values");
    }
    return elements[port];
  }

  /** Sets the values of a port, elements of its field; not copied. */
  void setElements(int port, long[] all) {
    elements[port] = all;
  }

  /**
   * Requires values of all ports of a party.
   *
   * @throws Refused if a port has none
   */
  public void requireAllOf(int party) throws Refused {
    requireAllOf(party, Clients.NONE);
  }

  /** Requires values of all ports of a party that are no client's, and none of the others. */
  public void requireAllOf(int party, Clients clients) throws Refused {
    for (int port = 0; port < elements.length; port++) {
      if (clients.gives(port)) {
        if (elements[port] != null) {
          throw new Refused("a client gives the input " + ports.get(port).name());
        }
      } else if (ports.get(port).party() == party && elements[port] == null) {
        throw new Refused(ports.get(port).name() + " has no values");
      }
    }
  }

  /** Overwrites all values. */
  public void wipe() {
    for (long[] each : elements) {
      if (each != null) {
        Secrets.wipe(each);
      }
    }
  }

  private static BigInteger number(Field field, long[] from, int at, ValueType type) {
    BigInteger value = field.toBigInteger(from, at);
    boolean negative = type.isSigned() && value.compareTo(field.order().shiftRight(1)) > 0;
    return negative ? value.subtract(field.order()) : value;
  }

  /** Returns an element as people read it: decimal or, in characteristic 2, hexadecimal. */
  static String text(Field field, long[] from, int at, ValueType type) {
    BigInteger value = number(field, from, at, type);
    return field.isBinary() ? "0x" + value.toString(16) : value.toString();
  }

  /** Returns the names of the ports only: the values may be secret. */
  @Override
  public String toString() {
    return "Values" + ports.stream().map(Port::name).toList();
  }
}
