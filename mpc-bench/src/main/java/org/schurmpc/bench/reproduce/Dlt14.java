package org.schurmpc.bench.reproduce;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.Refused;

/**
 * The measurements of Damgård, Lauritsen and Toft: An Empirical Study and some Improvements of the
 * MiniMac Protocol for Secure Computation (DLT14). All figures are those of the paper's tables, to
 * the digit, also where a time per AES is not the quotient of the other columns.
 */
public final class Dlt14 {
  /** The name of the study on the command line, and of its files. */
  public static final String NAME = "minimac";

  /** The paper, for people. */
  public static final String CITATION =
      "DLT14: Damgård, Lauritsen, Toft, An Empirical Study and some Improvements of the MiniMac"
          + " Protocol for Secure Computation";

  /** What the paper ran on, section 3.1. */
  public static final String MACHINES =
      "two machines, Xeon X3430 2.40 GHz with 4 cores each, over a gigabit LAN of 0.215 ms";

  /** The paper's circuit has 6,800 ANDs, section 3.2; so has this one. */
  static final String CIRCUIT = "aes_128_shallow";

  private static final List<Figure> FIGURES =
      List.of(
          figure(
              "5",
              "Running MiniMac without tricks and optimizations.",
              "3.3",
              new Rung("MiniMac", "minimac", ""),
              Row.of(1, Printed.of(120, 161651, 1347, 1243)),
              Row.of(2, Printed.of(240, 128283, 644, 578)),
              Row.of(4, Printed.of(480, 188824, 393, 138)),
              Row.of(8, Printed.of(960, 264596, 144, 233)),
              Row.of(16, Printed.of(1920, 598799, 311, 108))),
          new Figure(
              "6",
              "Running TinyOT (the C version) on one instance of our AES circuit.",
              "3.5",
              new Rung("TinyOT", "tinyot", ""),
              1,
              List.of(
                  Row.of(1, Printed.of(1, 1079, 1079, 251)),
                  Row.of(2, Printed.of(2, 1414, 707, 183)),
                  Row.of(4, Printed.of(4, 4740, 1185, 229)),
                  Row.of(8, Printed.of(8, 10451, 1306, 187)),
                  Row.of(16, Printed.of(16, 41998, 2624, 261))),
              List.of("Here its security is of 64 bits, too, and its material the dealer's.")),
          new Figure(
              "4.1",
              "Making the protocol symmetric for Multiplications",
              "4.1",
              new Rung("symmetric", "minimac", "--conversion symmetric"),
              0,
              List.of(Row.own(1, 0)),
              List.of("The paper has no figures: \"we did not see any significant impact\".")),
          new Figure(
              "7",
              "Running a varying number MiniMac instances using FFT encoding.",
              "4.2",
              new Rung("FFT", "minimac", "--conversion symmetric --encoder fft --code 255x85"),
              0,
              List.of(
                  Row.of(1, Printed.withoutInterval(85, 53699, 631)),
                  Row.of(2, Printed.withoutInterval(170, 59505, 424)),
                  Row.of(4, Printed.withoutInterval(340, 79092, 207)),
                  Row.of(8, Printed.withoutInterval(680, 107512, 146)),
                  Row.of(16, Printed.withoutInterval(1360, 257609, 115))),
              List.of()),
          figure(
              "8",
              "Running MiniMac with bit-packing-trick only, with standard matrix encoding",
              "4.3",
              new Rung("bits packed", "minimac", "--packing bits --conversion symmetric"),
              Row.of(1, Printed.of(960, 58127, 60, 2)),
              Row.of(2, Printed.of(1920, 104840, 76, 6)),
              Row.of(4, Printed.of(3840, 224146, 58, 2)),
              Row.of(8, Printed.of(7680, 591523, 77, 7)),
              Row.of(16, Printed.of(15360, 1094454, 71, 6))),
          figure(
              "9",
              "Running MiniMac with bit-packing-trick only, with Fast Fourier Transform encoding",
              "4.3",
              new Rung(
                  "bits packed, FFT",
                  "minimac",
                  "--packing bits --conversion symmetric --encoder fft --code 255x85"),
              Row.of(1, Printed.of(680, 19410, 24, 4)),
              Row.of(2, Printed.of(1360, 36235, 26, 3)),
              Row.of(4, Printed.of(2720, 71082, 24, 8)),
              Row.of(8, Printed.of(5440, 196322, 34, 30)),
              Row.of(16, Printed.of(10880, 428458, 39, 1))),
          figure(
              "10",
              "Running MiniMac with bit-packing-trick and simultaneous multiplication trick, with"
                  + " matrix encoding",
              "4.4",
              new Rung(
                  "simultaneous",
                  "minimac",
                  "--packing bits --conversion symmetric --simultaneous on"),
              Row.of(1, Printed.of(960, 55917, 58, 20)),
              Row.of(2, Printed.of(1920, 95321, 70, 56)),
              Row.of(4, Printed.of(3840, 205667, 85, 148)),
              Row.of(8, Printed.of(7680, 334529, 43, 24)),
              Row.of(16, Printed.of(15360, 282940, 42, 20))),
          figure(
              "11",
              "Running MiniMac with bit-packing-trick and simultaneous multiplication trick, with"
                  + " FFT encoding.",
              "4.4",
              new Rung(
                  "simultaneous, FFT",
                  "minimac",
                  "--packing bits --conversion symmetric --simultaneous on --encoder fft"
                      + " --code 255x85"),
              Row.of(1, Printed.of(680, 14313, 21, 2)),
              Row.of(2, Printed.of(1360, 27893, 28, 22)),
              Row.of(4, Printed.of(2720, 69452, 25, 4)),
              Row.of(8, Printed.of(5440, 140540, 25, 6)),
              Row.of(16, Printed.of(10880, 257556, 23, 3))),
          figure(
              "12",
              "Running MiniMac with bit-packing-trick, zero-degree-constants and simultaneous"
                  + " multiplication trick, with matrix bit encoding trick.",
              "4.5",
              new Rung(
                  "no conversion, bits encoded fast",
                  "minimac",
                  "--packing bits --conversion none --simultaneous on --encoder matrix-bits"),
              Row.of(1, Printed.of(960, 18060, 18, 1)),
              Row.of(2, Printed.of(1920, 37614, 19, 6)),
              Row.of(4, Printed.of(3840, 118878, 28, 10)),
              Row.of(8, Printed.of(7680, 252111, 18, 10)),
              Row.of(16, Printed.of(15360, 304846, 19, 7))),
          figure(
              "13",
              "Running MiniMac with bit-packing-trick, zero-degree-constants and simultaneous"
                  + " multiplication trick, with FFT bit encoding trick.",
              "4.5",
              new Rung(
                  "no conversion, FFT",
                  "minimac",
                  "--packing bits --conversion none --simultaneous on --encoder fft-bits"
                      + " --code 255x85"),
              Row.of(1, Printed.of(680, 9962, 14, 1)),
              Row.of(2, Printed.of(1360, 17553, 14, 5)),
              Row.of(4, Printed.of(2720, 39886, 15, 5)),
              // The paper has no row of 8.
              Row.of(16, Printed.of(10880, 195992, 18, 7))),
          new Figure(
              "4.6",
              "Final Optimizations: copies of the process, started 200 ms apart",
              "4.6",
              new Rung("MiniTrix", "minitrix", ""),
              0,
              List.of(
                  Row.own(1, 0),
                  Row.own(2, 0),
                  Row.own(2, 200),
                  Row.own(2, 2),
                  new Row(8, Duration.ofMillis(200), Optional.of(Printed.inText(4))),
                  Row.own(8, 2)),
              List.of(
                  "In the paper staggering gave \"about 9 ms\", compiler flags \"about 4 ms\".",
                  "200 ms is a fiftieth of the paper's run of 9,962 ms; where a whole run takes less,"
                      + " the instances do not overlap. 2 ms is a fiftieth of 100 ms.")));

  private Dlt14() {}

  private static Figure figure(String id, String caption, String section, Rung rung, Row... rows) {
    return new Figure(id, caption, section, rung, 0, List.of(rows), List.of());
  }

  /** All of them, in the order of the paper's sections. */
  public static List<Figure> figures() {
    return FIGURES;
  }

  /**
   * The figures with these numbers, each once and in the order of {@link #figures}.
   *
   * @throws Refused naming the first number that there is none of
   */
  public static List<Figure> numbered(Collection<String> ids) throws Refused {
    for (String id : ids) {
      if (FIGURES.stream().noneMatch(figure -> figure.id().equals(id))) {
        throw new Refused(
            "DLT14 has no measurements numbered '%s'; it has %s"
                .formatted(id, FIGURES.stream().map(Figure::id).collect(Collectors.joining(", "))));
      }
    }
    return FIGURES.stream().filter(figure -> ids.contains(figure.id())).toList();
  }
}
