package org.schurmpc.cli.option;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a file for a report, which ends in {@code .html} or {@code .htm}. */
public final class HtmlFile implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    String name = text.toLowerCase(Locale.ROOT);
    if (!name.endsWith(".html") && !name.endsWith(".htm")) {
      throw new TypeConversionException("a report is HTML: let the file's name end in .html");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("this is no name of a file: " + e.getReason());
    }
  }
}
