package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.ForcedBits;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Looks for inputs in the range of their types for which a program opens a value that its mask does
 * not hide. Masks of bits are found by opening them without the values: with inputs of 0, once with
 * all random bits 0 and once with all 1, the difference of what is opened is about 2^count - 1.
 * Then values are opened under masks of 0.
 */
public final class MaskRoom {
  private static final int SIGMA = 40;

  private final String name;
  private final boolean mixed;
  private final VerifiedProgram program;
  private final Field field;

  /** By element that is revealed, the number of bits of what its mask hides; 0 if there is none. */
  private final int[] hidden;

  private int found;

  /**
   * Creates the search.
   *
   * @param mixed whether bits are in TinyOT, where a mask is a sum of two numbers and a bit longer
   */
  public MaskRoom(String name, String field, SecureProgram of, boolean mixed) throws Exception {
    this.name = name;
    this.mixed = mixed;
    this.field = Fields.named(field);
    program =
        Compiler.compile(
            of,
            "room",
            CompileOptions.of(this.field, 2).withSigmaMask(SIGMA).withMixed(mixed).withoutLines());
    Values zeros = inputs((port, i) -> BigInteger.ZERO);
    List<BigInteger> without = opened(zeros, false);
    List<BigInteger> with = opened(zeros, true);
    assertEquals(without.size(), with.size(), name);
    hidden = new int[with.size()];
    for (int i = 0; i < hidden.length; i++) {
      BigInteger mask = signed(with.get(i)).subtract(signed(without.get(i)));
      int count = mask.add(mask.shiftRight(20)).bitLength() - 1;
      boolean isMask =
          mask.signum() > 0
              && mask.subtract(BigInteger.TWO.pow(count)).abs().bitLength() < count - 20;
      hidden[i] = isMask && count >= SIGMA ? count - SIGMA + (mixed ? 0 : 1) : 0;
      found += hidden[i] > 0 ? 1 : 0;
    }
  }

  /** Returns the number of openings under masks of bits. */
  public int masked() {
    return found;
  }

  /** What a port's values are. */
  interface Choice {
    BigInteger of(Port port, int element);
  }

  private Values inputs(Choice choice) throws MpcException {
    Values values = Interpreter.inputs(program.program());
    for (Port port : program.program().inputs()) {
      BigInteger[] all = new BigInteger[port.count()];
      for (int i = 0; i < all.length; i++) {
        all[i] = choice.of(port, i);
      }
      values.set(port.name(), all);
    }
    return values;
  }

  private List<BigInteger> opened(Values inputs, boolean bits) throws MpcException {
    List<BigInteger> opened = new ArrayList<>();
    try {
      ForcedBits.run(program, inputs, () -> bits, opened::add);
    } catch (ProgramFault e) {
      // A program that checks its results has stopped; all openings before have room.
    }
    return opened;
  }

  private BigInteger signed(BigInteger element) {
    BigInteger p = field.order();
    return element.shiftLeft(1).compareTo(p) > 0 ? element.subtract(p) : element;
  }

  /** Returns the ends and other special numbers of a port's range. */
  private static List<BigInteger> corners(Port port) {
    List<BigInteger> corners = new ArrayList<>();
    boolean signed = port.type() == ValueType.SIGNED || port.type() == ValueType.FIXED;
    BigInteger least = signed ? BigInteger.TWO.pow(port.width() - 1).negate() : BigInteger.ZERO;
    BigInteger most =
        BigInteger.TWO.pow(signed ? port.width() - 1 : port.width()).subtract(BigInteger.ONE);
    BigInteger unit = BigInteger.TWO.pow(port.fraction());
    for (BigInteger each :
        List.of(least, BigInteger.ZERO, unit, unit.negate(), most, most.shiftRight(1))) {
      for (int i = -1; i <= 1; i++) {
        BigInteger corner = each.add(BigInteger.valueOf(i));
        if (corner.compareTo(least) >= 0 && corner.compareTo(most) <= 0) {
          corners.add(corner);
        }
      }
    }
    return corners;
  }

  /** Requires room for all pairs of corners, element by element of all inputs. */
  public void requireRoomAtCorners() throws MpcException {
    List<Port> ports = program.program().inputs();
    requireRoom(
        (port, i) -> {
          List<BigInteger> corners = corners(port);
          int digit = i;
          for (int before = 0; before < ports.indexOf(port); before++) {
            digit /= corners(ports.get(before)).size();
          }
          return corners.get(digit % corners.size());
        });
  }

  /** Requires room for corners and other numbers that are drawn. */
  public void requireRoom(int seeds) throws MpcException {
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      int share = random.nextInt(4);
      requireRoom(
          (port, i) -> {
            List<BigInteger> corners = corners(port);
            if (random.nextInt(4) >= share) {
              return corners.get(random.nextInt(corners.size()));
            }
            BigInteger size = corners.get(0).max(corners.get(corners.size() - 1));
            for (BigInteger corner : corners) {
              size = size.max(corner);
            }
            BigInteger drawn = new BigInteger(random.nextInt(size.bitLength() + 1), random);
            boolean negative =
                corners.stream().anyMatch(corner -> corner.signum() < 0) && random.nextBoolean();
            return negative ? drawn.negate() : drawn;
          });
    }
  }

  private void requireRoom(Choice choice) throws MpcException {
    Values inputs = inputs(choice);
    requireRoom(inputs, false);
    requireRoom(inputs, true);
  }

  private void requireRoom(Values inputs, boolean bits) throws MpcException {
    List<BigInteger> opened = opened(inputs, bits);
    assertTrue(opened.size() == hidden.length, name + ": openings depend on inputs");
    for (int i = 0; i < hidden.length; i++) {
      if (hidden[i] > 0) {
        int width = hidden[i];
        BigInteger ones = BigInteger.TWO.pow(width - 1 + SIGMA).subtract(BigInteger.ONE);
        BigInteger mask = !bits ? BigInteger.ZERO : mixed ? ones.add(ones) : ones;
        BigInteger value = signed(opened.get(i).subtract(mask).mod(field.order()));
        int at = i;
        assertTrue(
            value.bitLength() < width,
            () -> "%s, opening %d: %s under a mask for %d bits".formatted(name, at, value, width));
      }
    }
  }
}
