package org.schurmpc.core.program;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a program computes.
 *
 * @param outputs the values by name, as many as the output has
 * @param prints the lines that the program prints
 */
public record ProgramResult(SortedMap<String, BigInteger[]> outputs, List<String> prints) {
  public ProgramResult {
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    prints = List.copyOf(prints);
  }
}
