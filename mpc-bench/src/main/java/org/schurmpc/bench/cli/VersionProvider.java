package org.schurmpc.bench.cli;

import org.schurmpc.bench.control.Release;
import picocli.CommandLine.IVersionProvider;

/** Reads the version from the jar's manifest. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"mpc-bench " + Release.version()};
  }
}
