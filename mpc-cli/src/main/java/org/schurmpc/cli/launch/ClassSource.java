package org.schurmpc.cli.launch;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.BadFile;

/**
 * Loads classes of a user's jars. Classes of this program come first, so that both use the same
 * ones.
 */
public final class ClassSource implements AutoCloseable {
  private final String classPath;
  private final URLClassLoader loader;

  private ClassSource(String classPath, URLClassLoader loader) {
    this.classPath = classPath;
    this.loader = loader;
  }

  /**
   * Opens a class path.
   *
   * @param classPath jars and folders, separated as on this system's class paths
   * @throws BadFile if one of them cannot be read
   */
  public static ClassSource open(String classPath) throws BadFile {
    List<URL> places = new ArrayList<>();
    for (String place : classPath.split(File.pathSeparator, -1)) {
      places.add(url(place));
    }
    ClassLoader program = ClassSource.class.getClassLoader();
    return new ClassSource(classPath, new URLClassLoader(places.toArray(URL[]::new), program));
  }

  /**
   * Opens a class path, or the classes of this program.
   *
   * @param classPath jars and folders; null for none
   * @throws BadFile if one of them cannot be read
   */
  public static ClassSource openOrOwn(String classPath) throws BadFile {
    return classPath == null
        ? new ClassSource("", new URLClassLoader(new URL[0], ClassSource.class.getClassLoader()))
        : open(classPath);
  }

  private static URL url(String place) throws BadFile {
    try {
      Path path = Path.of(place);
      if (place.isEmpty() || !Files.isReadable(path)) {
        throw new BadFile("'%s' of the class path cannot be read".formatted(place));
      }
      return path.toUri().toURL();
    } catch (InvalidPathException | MalformedURLException e) {
      throw new BadFile("'%s' of the class path is no file".formatted(place), e);
    }
  }

  /** Returns the loader of the classes, which is of use until this object is closed. */
  public ClassLoader loader() {
    return loader;
  }

  /** Whether there is a class of a name. */
  public boolean has(String name) {
    return loader.getResource(name.replace('.', '/') + ".class") != null;
  }

  /**
   * Loads a class without running code of it.
   *
   * @throws BadFile if there is no such class, or it cannot be loaded
   */
  public Class<?> load(String name) throws BadFile {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new BadFile("%s has no class %s".formatted(classPath, name), e);
    } catch (LinkageError e) {
      throw new BadFile("%s cannot be loaded: %s".formatted(name, e), e);
    }
  }

  /** Closes the jars. */
  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException e) {
      // Nothing was written.
    }
  }
}
