package org.schurmpc.cli.compute;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Names the folder in which a party keeps the memory of a program between runs.
 *
 * @param reset the version that the operator asks for, if any
 */
public record MemoryUse(Path folder, OptionalLong reset) {}
