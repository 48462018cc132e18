package org.schurmpc.core.circuit.lib;

import java.util.List;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.dsl.Goal;

/**
 * The S-boxes of DES (FIPS 46-3) as products of sums.
 *
 * <p>A program is a list of products in order, each of two sums, and four sums that are the output.
 * A sum is a mask, in hexadecimal: bit 0 stands for the constant 1, bits 1 to 6 for the input's
 * bits, the least significant first, bit 7 + i for product i; outputs begin with the least
 * significant one. The programs were found by search, after the decomposition of Coron, Roy and
 * Vivek ("Fast evaluation of polynomials over binary finite fields and application to side-channel
 * countermeasures", CHES 2014) as Goudarzi and Rivain have it for Boolean functions ("On the
 * multiplicative complexity of Boolean functions and bitsliced higher-order masking", CHES 2016):
 * of a span B of random products, random factors f_j in B are taken until an output, or a sum of
 * outputs, is in B + f_1 B + ... + f_t B, which linear algebra tells; its t products enlarge B for
 * the next output. For least depth factors stay those of AND depth two.
 */
final class DesSbox {
  /** 15 ANDs each, at depth 4 at most. */
  private static final List<String> FEWEST =
      List.of(
          "58*72 2c*52 5a*60 2*54 666*252 bce*712 99a*5cc f4e*6c 650*124 8a8c*6562 "
              + "1d68*4bd8 2b06*5a94 2a9a*1a1a 11f4*60b2 732a*8d4e -> 35e32 fb59 383d01 cff29",
          "2a*72 6e*74 50*28 38*50 da*6f4 6ec*52e 5ec*1270 15aa*980 baa*3b6 a486*7a68 "
              + "4f9c*2b24 e0a2*3d48 1bd4*4262 c422*30ec ce76*318a -> 35b84f 3b18d7 38fd19 ebdd",
          "78*48 6c*38 20*58 6a*42 7c8*7a 376*870 81c*496 e76*1c ea6*2c 35a2*c708 "
              + "1002*c01e 4d2e*1eec 4c82*b6d2 5838*3d14 554e*96e6 -> db788 3a53e9 346e52 371ee5",
          "76*5a 4a*60 8*3c 20*2 4a0*5d8 6f4*59e e42*4d8 2c0*15d0 e24*10c 6bcc*8da2 "
              + "7c50*a518 7ea2*1d0c cc7c*d08 5c42*a4ec 3c8e*93b2 -> 310995 f6af 3df3bd 32ce86",
          "5c*32 54*e 24*28 7c*64 342*52c 7c8*90c e8a*198 6c2*3c 152*14 8c26*128e "
              + "876a*222a 852a*5940 c16e*3c94 3820*d774 5120*1762 -> 32ab62 f5a39 c4b16 31429c",
          "60*26 10*6c 8*7a 40*70 6d4*61a b0*466 137e*6b2 126*8ee 630*4 e42c*2970 "
              + "c9ca*54dc 4846*9ee4 4086*b078 cfb6*29b4 dc0a*28a2 -> 36bdde 395cec 33125 364bb3",
          "76*7c 4*1a 36*26 6a*28 552*302 5a0*774 12ac*37e 1640*87a dc4*16a a7a8*108a "
              + "380c*563e 37a0*554 5028*9e8a e246*723a d78e*892 -> 318108 322a3e 3480d c3492",
          "6c*68 20*40 42*7c 42*70 722*460 970*38 364*92 d2*452 1ea*438 c41e*376e "
              + "6b4c*21b2 6da6*22258 681c*2118 8ebb2*d7fc a9962*6cce -> 3ceccf c3984 f5a5 37cab");

  /** 15 to 17 ANDs each, at depth 4. */
  private static final List<String> SHALLOW =
      List.of(
          "2*44 36*74 16*6c c*50 18*598 40a*4c0 68a*8 5c*2b6 1272*1a 1522*210e 1e86*43f0 "
              + "7536*2c7a 33a*d34 2158*5ce6 6ec*260 6d4*3b92 -> 6c54ca 1ee0b3 1f31eb 6b6e19",
          "4*48 3c*36 12*3e 3c*4a 772*1d2 f8*270 2bc*c 2e8a*1bd2 3bc0*3ae 16c*2e2 "
              + "131b6*147e 12a30*7c8 2b68*10680 281a*11df8 2ac*14be 27c0*486 -> 19ed37 1e0fa1 "
              + "73498d 6cac2b",
          "4*6e 5a*60 10*1c 4e*72 5e2*3e4 140*318 4e8*2d4 37a*1e8 28ac*11e0 1324*32 "
              + "495a*1598 27cc*1132 6dba*21e 7724*22b6 3d6e*4ae8 174a*450e -> 1f760 729c59 "
              + "740182 1bb787",
          "32*60 14*3a 38*10 a*4c 16*568 178*ca 778*758 24f4*758 76a*172 77e*2c0 518*8b9e "
              + "11126*ab0e 248a*18de 11f68*96a6 1a4c8*15f8 11bca*3284 -> 6c41f 1accef 643ae5 "
              + "79d6ae",
          "5c*32 54*e 24*28 7c*64 342*52c 7c8*90c e8a*198 6c2*3c 152*14 8c26*128e "
              + "876a*222a 852a*5940 c16e*3c94 3820*d774 5120*1762 -> 32ab62 f5a39 c4b16 31429c",
          "38*3c 26*74 5c*66 56*c 732*6b2 618*7ac 66c*6e2 30a*5ac 113c*6558 308*209c "
              + "2f66*5e8 1e24*c50 1bc0*6a14 2894*4c4c 495e*bdc 4240*1eda 4b98*598 -> f56802 "
              + "f9bb10 cf0fb5 cca175",
          "26*1e 36*6e 5e*4c 72*62 2e*5c0 1cc*49a 7e8*7da 1c28*2dfa 14b2*7ee 2fe*72 "
              + "2440*16e6 1024c*64 114f8*2830 1390*2194 11796*2fce 1059c*2568 -> 1f0cf2 767202 "
              + "6ca25 1ccc4",
          "1c*34 32*8 42*3c 54*7e 330*586 6b8*4a8 5c8*6e4 25e*536 6ec2*2294 498e*178 "
              + "3eb8*4b2 cdc*4266 31be*445a 3330*4186 50ba*15a8 1504*6ef0 1108*4bd0 -> eeb1a5 "
              + "e12f48 390633 d4588d");

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

  /** S1 to S8. */
  static List<DesSbox> all(Goal goal) {
    List<String> programs = goal == Goal.FEWEST_ANDS ? FEWEST : SHALLOW;
    return programs.stream().map(DesSbox::new).toList();
  }

  /** Of six wires four, both from the least significant bit on: b6 of FIPS 46-3 is the first. */
  int[] apply(CircuitBuilder builder, int[] input) {
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
