package org.schurmpc.vm.lib;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecondField;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * Evaluation of a Boolean circuit on secret bits over the second field, in any number of lanes
 * (KSS13, section 6.2).
 *
 * <p>An AND gate is one product of vectors of a bit for each lane, with a triple for each lane; the
 * compiler merges the products of equal depth into one round. XOR and NOT take nothing. A lookup in
 * a public table of k input bits takes the 2^k - k - 1 products of two or more of these, in ⌈log2
 * k⌉ rounds; {@link #withTables} looks up in one. The number of rounds is the circuit's depth in
 * AND gates and lookups. The code grows with the number of gates and not with the number of lanes.
 *
 * <p>All openings are masked by uniform elements, so that nothing of the bits becomes known if a
 * party cheats.
 */
public final class BitCircuit {
  private final Circuit circuit;

  /** Looks up in tables, or null if lookups are products. */
  private final SecondField tables;

  /** Prepares a circuit. */
  public BitCircuit(Circuit circuit) {
    this(circuit, null);
  }

  private BitCircuit(Circuit circuit, SecondField tables) {
    this.circuit = circuit;
    this.tables = tables;
  }

  /**
   * Prepares a circuit whose lookups take a masked copy of their table each, and one round
   * (KORSVV17, section 4).
   *
   * @throws org.schurmpc.vm.lang.ProgramError if the program has no second field
   */
  public static BitCircuit withTables(ProgramBuilder b, Circuit circuit) {
    return new BitCircuit(circuit, b.secondField());
  }

  /**
   * Evaluates the circuit.
   *
   * @param inputs for each input wire, a bit for each lane; over the second field
   * @return for each output wire, a bit for each lane
   * @throws IllegalArgumentException if the number of bits is no multiple of that of input wires
   */
  public SecretBitVector apply(SecretBitVector inputs) {
    int wires = circuit.inputWires();
    if (inputs.size() % wires != 0) {
      throw new IllegalArgumentException(
          inputs.size() + " bits for " + wires + " input wires in equally many lanes");
    }
    int lanes = inputs.size() / wires;
    SecretBitVector[] bits = new SecretBitVector[circuit.wireCount()];
    for (int i = 0; i < wires; i++) {
      bits[i] = inputs.slice(i * lanes, lanes);
    }
    for (int gate = 0; gate < circuit.gateCount(); gate++) {
      evaluate(gate, bits);
    }
    return SecretBitVector.join(
        Arrays.copyOfRange(bits, circuit.firstOutputWire(), circuit.wireCount()));
  }

  private void evaluate(int gate, SecretBitVector[] bits) {
    int out = circuit.out(gate);
    switch (circuit.type(gate)) {
      case XOR -> bits[out] = bits[circuit.left(gate)].xor(bits[circuit.right(gate)]);
      case AND -> bits[out] = bits[circuit.left(gate)].and(bits[circuit.right(gate)]);
      case INV -> bits[out] = bits[circuit.left(gate)].not();
      case EQW -> bits[out] = bits[circuit.left(gate)];
      case ZERO -> bits[out] = zero(bits);
      case ONE -> bits[out] = zero(bits).not();
      case LOOKUP -> {
        if (tables == null) {
          lookup(gate, bits);
        } else {
          lookupInTable(gate, bits);
        }
      }
    }
  }

  /** Returns zeros: any wire plus itself. */
  private static SecretBitVector zero(SecretBitVector[] bits) {
    return bits[0].xor(bits[0]);
  }

  private void lookupInTable(int gate, SecretBitVector[] bits) {
    LookupTable table = circuit.table(gate);
    SecretBitVector[] index = new SecretBitVector[table.inputBits()];
    Arrays.setAll(index, i -> bits[circuit.input(gate, i)]);
    List<SecretBitVector> entry = tables.lookup(table).of(index);
    for (int bit = 0; bit < table.outputBits(); bit++) {
      bits[circuit.output(gate, bit)] = entry.get(bit);
    }
  }

  /** Evaluates the polynomials over F2 that are equal to the output bits of a table. */
  private void lookup(int gate, SecretBitVector[] bits) {
    LookupTable table = circuit.table(gate);
    SecretBitVector[] products = new SecretBitVector[table.entries()];
    for (int i = 0; i < table.inputBits(); i++) {
      products[1 << i] = bits[circuit.input(gate, i)];
    }
    for (int set = 1; set < products.length; set++) {
      if (Integer.bitCount(set) > 1) {
        int low = lowerHalf(set);
        products[set] = products[low].and(products[set ^ low]);
      }
    }
    int[] polynomials = polynomials(table);
    for (int bit = 0; bit < table.outputBits(); bit++) {
      SecretBitVector sum = zero(bits);
      for (int set = 1; set < products.length; set++) {
        sum = (polynomials[set] >> bit & 1) == 0 ? sum : sum.xor(products[set]);
      }
      bits[circuit.output(gate, bit)] = (polynomials[0] >> bit & 1) == 0 ? sum : sum.not();
    }
  }

  /** Returns the lower half of a set of bits, rounded down: both halves are smaller numbers. */
  private static int lowerHalf(int set) {
    int low = 0;
    for (int rest = set, n = Integer.bitCount(set) / 2; n > 0; n--) {
      low |= Integer.lowestOneBit(rest);
      rest &= rest - 1;
    }
    return low;
  }

  /**
   * Returns, for each set of input bits, the output bits whose polynomials have the product of the
   * set: the entries' sums over all subsets.
   */
  private static int[] polynomials(LookupTable table) {
    int[] sums = new int[table.entries()];
    Arrays.setAll(sums, table::entry);
    for (int bit = 1; bit < sums.length; bit <<= 1) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] ^= (i & bit) == 0 ? 0 : sums[i ^ bit];
      }
    }
    return sums;
  }
}
