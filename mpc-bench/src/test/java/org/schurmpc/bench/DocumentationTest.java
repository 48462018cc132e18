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
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Whatever other packages can use says what it is: types, and the methods of interfaces. */
class DocumentationTest {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  @Test
  void everyPublicTypeIsDescribed() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    assertEquals(List.of(), undescribed(sources(root)));
  }

  /** The scan itself: what it must find, and what it must let pass. */
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

  /** The main sources of all modules and examples. */
  private static List<JavaFileObject> sources(Path root) throws IOException {
    PathMatcher main =
        FileSystems.getDefault().getPathMatcher("glob:{*,examples/*}/src/main/java/**.java");
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(file -> main.matches(root.relativize(file))).sorted().toList();
    }
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

  /** Goes through what is public, with the name of the type around it. */
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
