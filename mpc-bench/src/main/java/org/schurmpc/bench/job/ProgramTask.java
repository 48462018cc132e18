package org.schurmpc.bench.job;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs a program, from its inputs to its outputs, once in each run.
 *
 * @param file the name of the program's file, for reports
 * @param digest the digest that the program must have, in hex
 * @param parties the number of the program's parties
 * @param options the options of the protocol, by name
 * @param tapes the number of threads that run tapes side by side
 * @param material the source of the material that runs consume
 * @param line the link that the connections between parties emulate; null for none
 */
public record ProgramTask(
    String file,
    String digest,
    int parties,
    Map<String, String> options,
    int tapes,
    MaterialSource material,
    Schedule schedule,
    Line line)
    implements Task {
  public ProgramTask {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }
}
