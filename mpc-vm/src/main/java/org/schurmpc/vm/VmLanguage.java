package org.schurmpc.vm;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguage;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.core.program.ProgramTrial;
import org.schurmpc.core.program.ReadyProgram;
import org.schurmpc.spdz.SpdzProtocol;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.ProgramReader;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.ArgumentError;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.programs.ReadyPrograms;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** The language of this module's programs: classes that implement {@link SecureProgram}. */
public final class VmLanguage implements ProgramLanguage {
  private static final long MAX_TEXT_BYTES = 1L << 28;

  /** Creates the language for {@link java.util.ServiceLoader}. */
  public VmLanguage() {}

  @Override
  public String name() {
    return "spdz-vm";
  }

  @Override
  public String protocol() {
    return new SpdzProtocol().name();
  }

  @Override
  public boolean isProgram(Class<?> source) {
    return SecureProgram.class.isAssignableFrom(source)
        && Modifier.isPublic(source.getModifiers())
        && !Modifier.isAbstract(source.getModifiers());
  }

  @Override
  public CompiledProgram compile(Class<?> source, ProgramOptions options) throws Refused, BadFile {
    return compile(source, options, Compiler::compile);
  }

  @Override
  public ProgramTrial compileForTrial(Class<?> source, ProgramOptions options)
      throws Refused, BadFile {
    return compile(source, options, Compiler::compileForTrial);
  }

  private interface Compilation {
    VerifiedProgram compile(SecureProgram program, String name, CompileOptions options)
        throws BadFile;
  }

  private static VmProgram compile(Class<?> source, ProgramOptions options, Compilation compilation)
      throws Refused, BadFile {
    CompileOptions compile = options(options);
    SecureProgram program = create(source);
    try {
      return new VmProgram(compilation.compile(program, source.getSimpleName(), compile));
    } catch (BadFile e) {
      if (e.getCause() instanceof ArgumentError) {
        throw new Refused(e.getMessage(), e);
      }
      throw e;
    } catch (LinkageError | StackOverflowError | AssertionError e) {
      throw new BadFile("%s cannot be compiled: %s".formatted(source.getName(), e), e);
    }
  }

  private static CompileOptions options(ProgramOptions options) throws Refused {
    Field field = Fields.named(options.field());
    try {
      CompileOptions compile =
          CompileOptions.of(field, options.parties())
              .with(options.arguments())
              .offering(options.offered());
      if (options.sigmaMask().isPresent()) {
        compile = compile.withSigmaMask(options.sigmaMask().getAsInt());
      }
      if (options.second().isPresent()) {
        compile = compile.withSecond(Fields.named(options.second().get()));
      }
      return options.mixed().isPresent() ? compile.withMixed(options.mixed().get()) : compile;
    } catch (IllegalArgumentException e) {
      throw new Refused(e.getMessage(), e);
    }
  }

  private static SecureProgram create(Class<?> source) throws BadFile {
    if (!SecureProgram.class.isAssignableFrom(source)) {
      throw new BadFile(
          "%s does not implement %s".formatted(source.getName(), SecureProgram.class.getName()));
    }
    try {
      return (SecureProgram) source.getConstructor().newInstance();
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw new BadFile(
          "%s is not a public class with a public constructor without parameters"
              .formatted(source.getName()),
          e);
    } catch (InvocationTargetException e) {
      throw new BadFile(
          "the constructor of %s fails: %s".formatted(source.getName(), e.getCause()), e);
    } catch (LinkageError e) {
      throw new BadFile("%s cannot be loaded: %s".formatted(source.getName(), e), e);
    }
  }

  @Override
  public List<ReadyProgram> ready() {
    return ReadyPrograms.ALL;
  }

  @Override
  public CompiledProgram read(Path file) throws BadFile {
    return new VmProgram(Verifier.read(file));
  }

  @Override
  public CompiledProgram read(byte[] content, String name) throws BadFile {
    return new VmProgram(Verifier.verify(ProgramReader.read(content, name), name));
  }

  @Override
  public CompiledProgram assemble(Path text) throws BadFile {
    String file = text.toString();
    return new VmProgram(Verifier.verify(Assembler.assemble(read(text, file), file), file));
  }

  private static String read(Path text, String file) throws BadFile {
    try {
      if (!Files.isRegularFile(text)) {
        throw new BadFile(file + (Files.exists(text) ? " is no file" : " does not exist"));
      }
      if (Files.size(text) > MAX_TEXT_BYTES) {
        throw new BadFile(file + " is too long for a program");
      }
      return Files.readString(text);
    } catch (CharacterCodingException e) {
      throw new BadFile(file + " is no text in UTF-8", e);
    } catch (IOException e) {
      throw new BadFile(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
