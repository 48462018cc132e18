package org.schurmpc.circuits.lib;

import java.util.List;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.dsl.Goal;

/**
 * The S-boxes of DES (FIPS 46-3) as products of sums.
 *
 * <p>A program is a list of products in order, each of two sums, and four sums that are the output.
 * A sum is a mask, in hexadecimal: bit 0 stands for the constant 1, bits 1 to 6 for the input's
 * bits, the least significant first, bit 7 + i for product i; outputs begin with the least
 * significant one. The programs were found by search, using the decomposition of Coron, Roy and
 * Vivek ("Fast evaluation of polynomials over binary finite fields and application to side-channel
 * countermeasures", CHES 2014) in Goudarzi and Rivain's form for Boolean functions ("On the
 * multiplicative complexity of Boolean functions and bitsliced higher-order masking", CHES 2016):
 * of a span B of random products, random factors f_j in B are taken until an output, or a sum of
 * outputs, is in B + f_1 B + ... + f_t B, which linear algebra decides; the t products of the
 * output enlarge B for the next output. For least depth, only factors of AND depth at most two are
 * used.
 */
final class DesSbox implements DesSubstitution {
  /** 13 to 15 ANDs each, at depth 4 at most. */
  private static final List<String> FEWEST =
      List.of(
          "58*72 2c*52 5a*60 2*54 666*252 bce*712 99a*5cc f4e*6c 650*124 8a8c*6562 "
              + "1d68*4bd8 2b06*5a94 2a9a*1a1a 11f4*60b2 732a*8d4e -> 35e32 fb59 383d01 cff29",
          "38*5a 1a*5c 76*32 e*62 672*17c d92*170 7d0*3ce 662*78 2bc8*f00 54e0*c90 "
              + "b0ee*1e34 d000*708 c98e*6234 3a14*5084 -> 1e787f 64d63 1f98e3 19ccf",
          "78*48 6c*38 20*58 6a*42 7c8*7a 376*870 81c*496 e76*1c ea6*2c 35a2*c708 "
              + "1002*c01e 4d2e*1eec 4c82*b6d2 5838*3d14 554e*96e6 -> db788 3a53e9 346e52 371ee5",
          "2e*20 4*a c*30 50*68 306*53c 3f0*448 3e4*448 aa*410 30d6*430 702e*3050 "
              + "8650*3050 f30c*10530 c094*149fa -> f2989 feb97 cdb91 c29de",
          "5c*32 54*e 24*28 7c*64 342*52c 7c8*90c e8a*198 6c2*3c 152*14 8c26*128e "
              + "876a*222a 852a*5940 c16e*3c94 3820*d774 5120*1762 -> 32ab62 f5a39 c4b16 31429c",
          "60*26 10*6c 8*7a 40*70 6d4*61a b0*466 137e*6b2 126*8ee 630*4 e42c*2970 "
              + "c9ca*54dc 4846*9ee4 4086*b078 cfb6*29b4 dc0a*28a2 -> 36bdde 395cec 33125 364bb3",
          "76*7c 4*1a 36*26 6a*28 552*302 5a0*774 12ac*37e 1640*87a dc4*16a a7a8*108a "
              + "380c*563e 37a0*554 5028*9e8a e246*723a d78e*892 -> 318108 322a3e 3480d c3492",
          "6c*68 20*40 42*7c 42*70 722*460 970*38 364*92 d2*452 1ea*438 c41e*376e "
              + "6b4c*21b2 6da6*22258 681c*2118 8ebb2*d7fc a9962*6cce -> 3ceccf c3984 f5a5 37cab");

  /** 15 to 16 ANDs each, at depth 3. */
  private static final List<String> SHALLOW =
      List.of(
          "2*44 36*74 16*6c c*50 18*598 40a*4c0 68a*8 5c*2b6 1272*1a 1522*210e 1e86*43f0 "
              + "7536*2c7a 33a*d34 2158*5ce6 6ec*260 6d4*3b92 -> 6c54ca 1ee0b3 1f31eb 6b6e19",
          "8*2a 76*44 58*4c 28*16 7c*6c 944*dde 20*c1e ada*684 802*118 9258*7ffa c78a*3b4e "
              + "e1f8*733e b26*502c 6f84*81e4 922e*55e -> 390e3 3c3277 3cc13d d455b",
          "4*6e 5a*60 10*1c 4e*72 5e2*3e4 140*318 4e8*2d4 37a*1e8 28ac*11e0 1324*32 "
              + "495a*1598 27cc*1132 6dba*21e 7724*22b6 3d6e*4ae8 174a*450e -> 1f760 729c59 "
              + "740182 1bb787",
          "4c*4a 50*74 68*2c 2*6 1a*30 63a*7b4 226*1ae ae0*1c6 8ea*190 f4b6*222 418*1188 "
              + "db48*3342 6df2*4a0 7ba2*897c 9b0*9702 -> 3d5b95 e3fd9 3eb2f1 d33a8",
          "38*54 18*38 78*36 68*34 58*30 4d6*bce 22c*9d0 273c*4e2 a9a*264 3376*70a "
              + "c4e*a02c 2584*14f0 2032*1a3e f5a*776 10b3d0*90e8 596*2290 -> 62e430 748fd "
              + "7b39ca 18350a",
          "78*46 28*5e 3e*40 7a*4 34*78 86e*d44 24c*69a 2c26*19d2 d22*624 214c*59e "
              + "184e*2624 3132*8248 8356*221e f02*1358 108*38a2 2006*8464 -> 1d030e 63252a "
              + "62f699 79a98b",
          "26*1e 36*6e 5e*4c 72*62 2e*5c0 1cc*49a 7e8*7da 1c28*2dfa 14b2*7ee 2fe*72 "
              + "2440*16e6 1024c*64 114f8*2830 1390*2194 11796*2fce 1059c*2568 -> 1f0cf2 767202 "
              + "6ca25 1ccc4",
          "3c*54 60*38 76*5e 28*5a 2e*54 2a*adc d7e*7bc fa4*26 1dc6*da 8e*220 7adc*125ec "
              + "102d6*23a0 7ea2*11e4a 135fc*357e 11896*46fc 13d60*4992 -> 674b4b 71948 788dcd "
              + "1e1973");

  private final int products;
  private final LinearForms forms;

  private DesSbox(String program) {
    String[] halves = program.split(" -> ", -1);
    String[] factors = halves[0].split("[ *]", -1);
    String[] outputs = halves[1].split(" ", -1);
    long[] masks = new long[factors.length + outputs.length];
    for (int i = 0; i < masks.length; i++) {
      String mask = i < factors.length ? factors[i] : outputs[i - factors.length];
      masks[i] = Long.parseLong(mask, 16);
    }
    products = factors.length / 2;
    forms = new LinearForms(7 + products, masks);
  }

  /** Returns S1 to S8. */
  static List<DesSbox> all(Goal goal) {
    List<String> programs = goal == Goal.FEWEST_ANDS ? FEWEST : SHALLOW;
    return programs.stream().map(DesSbox::new).toList();
  }

  @Override
  public int[] apply(CircuitBuilder builder, int[] input) {
    int[] wires = new int[7 + products];
    wires[0] = builder.constant(true);
    System.arraycopy(input, 0, wires, 1, 6);
    LinearForms.Wires sums = forms.new Wires(builder, wires);
    for (int i = 0; i < products; i++) {
      wires[7 + i] = builder.and(sums.form(2 * i), sums.form(2 * i + 1));
    }
    int[] output = new int[4];
    for (int k = 0; k < 4; k++) {
      output[k] = sums.form(2 * products + k);
    }
    return output;
  }
}
