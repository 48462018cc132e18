package org.schurmpc.core.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;

class ProgramLanguagesTest {
  private record Named(String name) implements ProgramLanguage {
    @Override
    public String protocol() {
      return "of " + name;
    }

    @Override
    public boolean isProgram(Class<?> source) {
      return false;
    }

    @Override
    public CompiledProgram compile(Class<?> source, ProgramOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ProgramTrial compileForTrial(Class<?> source, ProgramOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompiledProgram read(Path file) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompiledProgram read(byte[] content, String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompiledProgram assemble(Path text) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void takesTheOnlyOne() throws Refused {
    ProgramLanguage a = new Named("a");
    assertSame(a, ProgramLanguages.only(List.of(a)));
    Refused many =
        assertThrows(Refused.class, () -> ProgramLanguages.only(List.of(new Named("b"), a)));
    assertEquals("the class path has several languages of programs: [a, b]", many.getMessage());
  }

  @Test
  void aClassPathWithoutALanguageIsRefused() {
    Thread test = Thread.currentThread();
    ClassLoader before = test.getContextClassLoader();
    test.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      assertThrows(Refused.class, ProgramLanguages::only);
      assertEquals(Set.of(), ProgramLanguages.protocols());
    } finally {
      test.setContextClassLoader(before);
    }
  }
}
