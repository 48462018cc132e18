package org.schurmpc.cli.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * The JVM options of work that takes a few seconds. Code of the optimizing compiler does not pay
 * for itself in that time, so it is compiled later than usual, except for the callers of the JDK's
 * AES and GHASH: only in that compiler's code do these run on the processor's own instructions,
 * which are fast, and read no tables at secret places.
 *
 * <p>The launcher of the app image starts short commands with these options, and the second JVM of
 * the jar has them ({@link ClassArchive}).
 */
public final class ShortWork {
  /** Thresholds of the optimizing compiler: 20 times the usual ones. */
  private static final List<String> LATE =
      List.of(
          "-XX:Tier4InvocationThreshold=100000",
          "-XX:Tier4MinInvocationThreshold=12000",
          "-XX:Tier4CompileThreshold=300000",
          "-XX:Tier4BackEdgeThreshold=800000");

  /**
   * The first compiler inlines little and collects no profiles, of which the optimizing compiler
   * would make use: its code is then smaller and sooner there.
   */
  private static final List<String> SMALL =
      List.of(
          "-XX:-C1ProfileBranches",
          "-XX:-C1ProfileCalls",
          "-XX:-C1ProfileVirtualCalls",
          "-XX:-C1ProfileCheckcasts",
          "-XX:-C1ProfileInlinedCalls",
          "-XX:C1MaxInlineSize=12");

  /** Factor of all thresholds for the callers of ciphers: they are compiled after some calls. */
  private static final String SOON = "0.001";

  /** Room for all objects of a small job: collecting them once takes 40 ms. */
  private static final String YOUNG = "-XX:NewSize=160m";

  /** Nobody records so short a run, and the classes of the allocator's events load slowly. */
  private static final String WITHOUT_EVENTS = "-Dio.netty.jfr.enabled=false";

  private static final String CIPHERS = "com.sun.crypto.provider.";

  private static final List<String> CALLERS =
      List.of(
          "AESCrypt::encryptBlock",
          "AES_Crypt::encryptBlock",
          "CounterMode::crypt",
          "ElectronicCodeBook::encrypt",
          "ElectronicCodeBook::implECBEncrypt",
          "GaloisCounterMode::implGCMCrypt",
          "GHASH::processBlock",
          "GHASH::update");

  /** Half of the time of base OTs: a million calls of two methods, which are compiled at once. */
  private static final List<String> FIELD_25519 = List.of("mul", "sqr");

  private ShortWork() {}

  /** Returns the options. */
  public static List<String> options() {
    List<String> options = new ArrayList<>(Jvm.COMMON_OPTIONS);
    options.addAll(List.of("-XX:+UseSerialGC", YOUNG, WITHOUT_EVENTS));
    options.addAll(LATE);
    options.addAll(SMALL);
    options.add("-XX:CompileCommand=quiet");
    for (String caller : CALLERS) {
      options.add("-XX:CompileCommand=CompileThresholdScaling," + CIPHERS + caller + "," + SOON);
    }
    for (String method : FIELD_25519) {
      options.add(
          "-XX:CompileCommand=CompileThresholdScaling,org.bouncycastle.math.ec.rfc7748.X25519Field::"
              + method
              + ",0.005");
    }
    // The JVM's remarks on an archive that does not fit are of no use to users.
    options.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
    return options;
  }
}
