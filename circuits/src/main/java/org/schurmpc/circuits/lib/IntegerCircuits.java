package org.schurmpc.circuits.lib;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.schurmpc.core.circuit.dsl.Bit;
import org.schurmpc.core.circuit.dsl.Division;
import org.schurmpc.core.circuit.dsl.SInt;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/** The circuits of integers of 32 and 64 bits, modulo two to their number of bits. */
final class IntegerCircuits {
  private final Family family = new Family("BigInteger");
  private final int bits;
  private final String two;

  private IntegerCircuits(int bits) {
    this.bits = bits;
    this.two = "a (%d), b (%d)".formatted(bits, bits);
  }

  static List<LibraryCircuit> all(int bits) {
    IntegerCircuits circuits = new IntegerCircuits(bits);
    circuits.sums();
    circuits.products();
    circuits.divisions();
    circuits.comparisons();
    circuits.choices();
    circuits.shifts();
    return circuits.family.circuits();
  }

  private String name(String operation) {
    return operation + "_" + bits;
  }

  private String out(String name, int count) {
    return "%s (%d)".formatted(name, count);
  }

  private Consumer<TypedBuilder> unsigned(BiFunction<UInt, UInt, UInt> operation) {
    return builder -> {
      UInt a = builder.inputUInt(bits);
      builder.output(operation.apply(a, builder.inputUInt(bits)));
    };
  }

  private Consumer<TypedBuilder> signed(BiFunction<SInt, SInt, SInt> operation) {
    return unsigned((a, b) -> operation.apply(a.asSInt(), b.asSInt()).asUInt());
  }

  private Consumer<TypedBuilder> test(BiFunction<UInt, UInt, Bit> operation) {
    return builder -> {
      UInt a = builder.inputUInt(bits);
      builder.output(operation.apply(a, builder.inputUInt(bits)));
    };
  }

  private Consumer<TypedBuilder> signedTest(BiFunction<SInt, SInt, Bit> operation) {
    return test((a, b) -> operation.apply(a.asSInt(), b.asSInt()));
  }

  private void sums() {
    family.addBoth(name("add"), unsigned(UInt::plus), two, out("a + b", bits), "sum");
    family.addBoth(name("sub"), unsigned(UInt::minus), two, out("a - b", bits), "difference");
    family.addBoth(
        name("neg"),
        builder -> builder.output(builder.inputUInt(bits).negate()),
        out("a", bits),
        out("-a", bits),
        "negation");
  }

  private void products() {
    family.addBoth(name("mul"), unsigned(UInt::times), two, out("a b", bits), "product");
    family.addBoth(
        name("umul_full"),
        unsigned(UInt::timesFull),
        two,
        out("a b", 2 * bits),
        "full product of unsigned numbers");
    family.addBoth(
        name("smul_full"),
        signed(SInt::timesFull),
        two,
        out("a b", 2 * bits),
        "full product of signed numbers");
  }

  private void divisions() {
    String outputs = "quotient (%d), remainder (%d)".formatted(bits, bits);
    family.addBoth(
        name("udiv"),
        builder -> {
          UInt a = builder.inputUInt(bits);
          Division<UInt> division = a.divide(builder.inputUInt(bits));
          builder.output(division.quotient());
          builder.output(division.remainder());
        },
        two,
        outputs,
        "a / b and a % b, unsigned; for b = 0: all ones and a");
    family.addBoth(
        name("sdiv"),
        builder -> {
          SInt a = builder.inputSInt(bits);
          Division<SInt> division = a.divide(builder.inputSInt(bits));
          builder.output(division.quotient());
          builder.output(division.remainder());
        },
        two,
        outputs,
        "a / b and a % b as in Java; for b = 0: -1 and a");
  }

  private void comparisons() {
    family.addBoth(name("ult"), test(UInt::less), two, "a < b (1)", "unsigned comparison");
    family.addBoth(name("slt"), signedTest(SInt::less), two, "a < b (1)", "signed comparison");
    family.add(name("eq"), test(UInt::isEqual), two, "a = b (1)", "equality");
    family.add(
        name("zero"),
        builder -> builder.output(builder.inputUInt(bits).isZero()),
        out("a", bits),
        "a = 0 (1)",
        "whether all bits are 0");
  }

  private void choices() {
    family.addBoth(name("umin"), unsigned(UInt::min), two, out("min", bits), "unsigned minimum");
    family.addBoth(name("umax"), unsigned(UInt::max), two, out("max", bits), "unsigned maximum");
    family.addBoth(name("smin"), signed(SInt::min), two, out("min", bits), "signed minimum");
    family.addBoth(name("smax"), signed(SInt::max), two, out("max", bits), "signed maximum");
    family.add(
        name("mux"),
        builder -> {
          Bit bit = builder.inputBit();
          UInt a = builder.inputUInt(bits);
          builder.output(bit.select(a, builder.inputUInt(bits)));
        },
        "s (1), " + two,
        out("s ? a : b", bits),
        "a if s is 1, else b");
    family.add(
        name("popcount"),
        builder -> builder.output(builder.inputUInt(bits).popcount()),
        out("a", bits),
        out("count", countBits()),
        "number of one bits");
    family.add(
        name("clz"),
        builder -> builder.output(builder.inputUInt(bits).leadingZeros()),
        out("a", bits),
        out("count", countBits()),
        "number of leading zero bits");
  }

  private int countBits() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(bits);
  }

  private void shifts() {
    shift("shl", UInt::shiftLeft, "a * 2^by");
    shift("shr", UInt::shiftRight, "a / 2^by, rounded down, unsigned");
    shift("sar", (a, by) -> a.asSInt().shiftRight(by).asUInt(), "a / 2^by, rounded down, signed");
    shift("rotl", UInt::rotateLeft, "a rotated to higher bits");
    shift("rotr", UInt::rotateRight, "a rotated to lower bits");
  }

  private void shift(String name, BiFunction<UInt, UInt, UInt> operation, String function) {
    int amount = countBits() - 1;
    family.add(
        name(name),
        builder -> {
          UInt a = builder.inputUInt(bits);
          builder.output(operation.apply(a, builder.inputUInt(amount)));
        },
        "a (%d), by (%d)".formatted(bits, amount),
        out("shifted", bits),
        function);
  }
}
