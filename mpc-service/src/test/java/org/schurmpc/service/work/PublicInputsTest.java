package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecureProgram;

/** Inputs that a client gives in the clear. */
class PublicInputsTest extends CoreCase {
  private static final String CIRCUIT =
      """
      [stock.bits]
      protocol = "%s"
      store = "store"
      deliveries = 4
      """;

  private static final String SUB =
      """
      [[job]]
      name = "sub"
      circuit = "sub_64"
      digest = "%s"
      stock = "bits"
      inputs = ["%s", "%s"]
      outputs = ["client"]
      clients = ["till"]
      """;

  /** A product and the public number as a bit more. */
  public static final class Product implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      SecretInt x = b.input("x", 0, IntType.signed(16));
      SecretInt y = b.input("y", 1, IntType.signed(10));
      var bits = b.inputBits("z", 1, IntType.unsigned(6));
      b.output("product", x.times(y).plus(bits.value()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tinyot", "spdz"})
  void circuitsTakeThem(String protocol) throws Exception {
    start(2, CIRCUIT.formatted(protocol), SUB.formatted(Core.digest("sub_64"), "public", "client"));
    Asked asked = new Asked("sub").clear(64, 0x1234_5678_9abc_def0L).open(64, 0xf0).sendAll();
    BigInteger difference = BigInteger.valueOf(0x1234_5678_9abc_de00L);
    assertEquals(difference, protocol.equals("spdz") ? asked.values().get(0) : asked.result());
  }

  @Test
  void programsTakeThem() throws Exception {
    String ports = "inputs = [\"client\", \"public\", \"public\"]\noutputs = [\"client\"]";
    start(2, NUMBERS.formatted(4), program("product", Product.class, 2, ports));
    long[][] all = {{-77, -512, 63}, {300, 11, 0}, {300, 0, 33}};
    for (long[] each : all) {
      long clear = (each[1] & 1023) | (each[2] << 10);
      Asked asked = new Asked("product").clear(16, clear).open(16, each[0]).sendAll();
      assertEquals(numbers(each[0] * each[1] + each[2]), asked.values());
    }
  }

  /** The hash that parties compare has them. */
  @Test
  void differentOnesEndARequest() throws Exception {
    start(2, CIRCUIT.formatted("tinyot"), SUB.formatted(Core.digest("sub_64"), "client", "public"));
    Asked wrong = new Asked("sub").clear(64, 3).open(64, 10).send(0);
    wrong.d[8] ^= 1;
    wrong.send(1);
    awaitEnd(wrong);
    assertEquals("failed inputs-differ", wrong.state(0));
    assertEquals("failed inputs-differ", wrong.state(1));
    Asked right = new Asked("sub").clear(64, 3).open(64, 10).sendAll();
    assertEquals(BigInteger.valueOf(7), right.result());
  }
}
