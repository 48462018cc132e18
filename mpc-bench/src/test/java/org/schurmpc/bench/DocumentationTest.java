package org.schurmpc.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Tests that public types and the methods of interfaces have Javadoc, and checks the wording. */
class DocumentationTest {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  @Test
  void everyPublicTypeIsDescribed() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    assertEquals(List.of(), undescribed(sources(root)));
  }

  /** Phrases that read as translated, or that are images for a term of the field. */
  private static final Pattern PHRASES =
      Pattern.compile(
          "\\bso many\\b|\\bfor who\\b|\\bgone on with\\b|\\bgoes on with\\b|\\balso if\\b"
              + "|\\b[Mm]akes up for\\b|\\bis told how\\b|\\bwhat there is of\\b"
              + "|\\bput down for good\\b|\\bno matter of\\b|\\bthe number that there\\b"
              + "|/\\*\\* The same\\b|\\* The same (as|of|for|with|where|by)\\b"
              + "|\\b(Crew|Muster|Lobby|Lifeline)\\b");

  private static final int MOST_README_LINES = 150;
  private static final int MOST_COLUMNS = 100;

  /**
   * Comments and pages use the terms of the field. Decision records and the changelog are not
   * checked.
   */
  @Test
  void proseUsesTheUsualWords() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    List<String> found = new ArrayList<>();
    for (Path file : files(root, "glob:{*,examples/*}/src/main/java/**.java")) {
      for (String line : Files.readAllLines(file)) {
        String text = line.strip();
        boolean comment = text.startsWith("*") || text.startsWith("/*") || text.startsWith("//");
        if (comment && PHRASES.matcher(text).find()) {
          found.add(root.relativize(file) + ": " + text);
        }
      }
    }
    for (Path file : pages(root)) {
      for (String line : Files.readAllLines(file)) {
        if (PHRASES.matcher(line).find()) {
          found.add(root.relativize(file) + ": " + line);
        }
      }
    }
    assertEquals(List.of(), found);
  }

  @Test
  void thePhrasesAreFound() {
    for (String text :
        List.of("as so many lanes", "made for who comes", "/** The same for pairs. */")) {
      assertTrue(PHRASES.matcher(text).find(), text);
    }
    assertTrue(!PHRASES.matcher("the same session for pairs").find());
  }

  /** The first page must be readable in a few minutes. */
  @Test
  void theReadmeIsShort() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    int lines = Files.readAllLines(root.resolve("README.md")).size();
    assertTrue(lines <= MOST_README_LINES, lines + " lines");
  }

  /** Prose is wrapped at one width. Tables, code, headings and lines with long links are not. */
  @Test
  void pagesHaveOneLineWidth() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    List<String> wide = new ArrayList<>();
    for (Path file : pages(root)) {
      boolean code = false;
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        code ^= line.strip().startsWith("```");
        boolean free = code || line.startsWith("|") || line.startsWith("#") || line.contains("](");
        if (!free && line.codePointCount(0, line.length()) > MOST_COLUMNS) {
          wide.add(root.relativize(file) + ":" + number);
        }
      }
    }
    assertEquals(List.of(), wide);
  }

  private static List<Path> pages(Path root) throws IOException {
    List<Path> pages = new ArrayList<>(files(root, "glob:docs/*.md"));
    pages.add(root.resolve("README.md"));
    pages.add(root.resolve("SECURITY.md"));
    pages.add(root.resolve("CONTRIBUTING.md"));
    return pages;
  }

  private static List<Path> files(Path root, String glob) throws IOException {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher(glob);
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> matcher.matches(root.relativize(file))).sorted().toList();
    }
  }

  /** Tests the scan itself: what the scan must report and what it must accept. */
  @Test
  void theScanFindsWhatIsMissing() throws IOException {
    String code =
        """
        package p;
        public interface A {
          void a();
          /** Described. */
          void b();
          @Override String toString();
          class C {}
          /** */
          record D() {}
        }
        class E { public static class F {} }
        /** Described. */
        public class G { public enum H { I } private static class J {} protected static class K {} }
        """;
    assertEquals(List.of("A", "A.a", "A.C", "A.D", "G.H", "G.K"), undescribed(List.of(of(code))));
  }

  private static JavaFileObject of(String code) {
    return new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return code;
      }
    };
  }

  /** Returns the main sources of all modules and examples. */
  private static List<JavaFileObject> sources(Path root) throws IOException {
    List<Path> files = files(root, "glob:{*,examples/*}/src/main/java/**.java");
    assertTrue(files.size() > 100, () -> "only " + files.size() + " sources in " + root);
    List<JavaFileObject> sources = new ArrayList<>();
    try (StandardJavaFileManager manager = COMPILER.getStandardFileManager(null, null, null)) {
      manager.getJavaFileObjectsFromPaths(files).forEach(sources::add);
    }
    return sources;
  }

  private static List<String> undescribed(List<JavaFileObject> sources) throws IOException {
    JavacTask task =
        (JavacTask) COMPILER.getTask(null, null, null, List.of("-proc:none"), null, sources);
    Scan scan = new Scan(DocTrees.instance(task));
    for (CompilationUnitTree file : task.parse()) {
      scan.scan(file, "");
    }
    return scan.missing;
  }

  /** Visits public declarations, with the name of the surrounding type. */
  private static final class Scan extends TreePathScanner<Void, String> {
    private final DocTrees docs;
    private final List<String> missing = new ArrayList<>();

    Scan(DocTrees docs) {
      this.docs = docs;
    }

    @Override
    public Void visitClass(ClassTree type, String around) {
      boolean inInterface =
          !around.isEmpty()
              && getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE;
      if (!inInterface
          && !type.getModifiers().getFlags().contains(Modifier.PUBLIC)
          && !type.getModifiers().getFlags().contains(Modifier.PROTECTED)) {
        return null;
      }
      String name = around + type.getSimpleName();
      require(name);
      for (Tree member : type.getMembers()) {
        scan(member, name + ".");
      }
      return null;
    }

    @Override
    public Void visitMethod(MethodTree method, String around) {
      boolean inInterface =
          getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE;
      boolean overrides =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
      if (inInterface
          && !overrides
          && !method.getModifiers().getFlags().contains(Modifier.PRIVATE)) {
        require(around + method.getName());
      }
      return null;
    }

    private void require(String name) {
      DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
      if (comment == null || comment.getFullBody().isEmpty()) {
        missing.add(name);
      }
    }
  }
}
