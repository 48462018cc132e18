package org.schurmpc.cli.forecast;

import java.util.Map;
import java.util.Optional;

/**
 * Holds the measured rates of a machine.
 *
 * @param version the version of this file's format
 * @param measured the time of the measurement, in ISO 8601
 * @param jvm the JVM that was measured
 * @param kernels the kernels that were measured
 * @param processors the number of processors of that JVM
 * @param load the load average of the machine before the measurement; negative if not known
 * @param startMillis the time from the start of a child process to its end, if it does nothing
 * @param roundTripMicros the time of a round trip between two threads over loopback
 * @param loopbackMegabytes the rate of loopback in each direction, in 10^6 bytes a second
 * @param protocols the rates of protocols, by name
 */
public record MachineRates(
    int version,
    String measured,
    String jvm,
    String kernels,
    int processors,
    double load,
    double startMillis,
    double roundTripMicros,
    double loopbackMegabytes,
    Map<String, ProtocolRates> protocols) {
  /** The version of the file's format that this program writes and reads. */
  public static final int VERSION = 1;

  /** Returns whether other programs kept the machine busy, so that the rates are too low. */
  public boolean busy() {
    return load > processors;
  }

  /** Returns the rates of a protocol, if they were measured. */
  public Optional<ProtocolRates> of(String protocol) {
    return Optional.ofNullable(protocols.get(protocol));
  }

  /** Returns these rates with the time that the start of a child process takes. */
  public MachineRates withStart(double millis) {
    return new MachineRates(
        version,
        measured,
        jvm,
        kernels,
        processors,
        load,
        millis,
        roundTripMicros,
        loopbackMegabytes,
        protocols);
  }
}
