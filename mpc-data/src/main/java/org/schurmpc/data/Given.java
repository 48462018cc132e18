package org.schurmpc.data;

import java.math.BigInteger;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.data.config.SourceTable;
import org.schurmpc.data.schema.Part;

/** A port of a program and the list of a table that it has. */
record Given(SourceTable table, Part part, ProgramPort port) {
  /**
   * Requires that an input takes the list: as many values as rows, and all numbers of its range.
   *
   * @param file the description, for messages
   */
  void requireFits(Path file) throws BadFile {
    String name = "%s: table %s".formatted(file, table.schema().name());
    if (port.count() != table.schema().rows()) {
      throw new BadFile(
          "%s has a capacity of %,d rows, and the program takes %,d of %s"
              .formatted(name, table.schema().rows(), port.count(), port.name()));
    }
    if (port.fraction() != 0 || port.binary()) {
      throw new BadFile(
          "%s gives whole numbers, and %s of the program is %s"
              .formatted(name, port.name(), port.type()));
    }
    BigInteger least = part.span().least();
    BigInteger most = part.span().most();
    if (least.compareTo(port.least()) < 0 || most.compareTo(port.most()) > 0) {
      throw new BadFile(
          "%s: %s is from %d to %d and takes %d bits, and %s of the program is %s"
              .formatted(
                  name, part.name(), least, most, part.span().bits(), port.name(), port.type()));
    }
  }
}
