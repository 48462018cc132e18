package org.schurmpc.vm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Program;

/** The programs of the tests, as text. */
public final class Programs {
  private Programs() {}

  /** Returns the text of a resource beside this class. */
  public static String text(String name) {
    try (InputStream in = Programs.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Program assembled(String name) throws BadFile {
    return Assembler.assemble(text(name), name);
  }
}
