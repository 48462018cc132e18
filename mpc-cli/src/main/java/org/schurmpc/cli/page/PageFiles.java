package org.schurmpc.cli.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the files of a page, all of which are in this program's jar: those that pages have in
 * common (uPlot, {@code base.css}, {@code base.js}, {@code icon.svg}), and those of one page, of
 * which {@code index.html} is the page itself.
 */
public final class PageFiles {
  /** The folder of uPlot's WebJar, whose name has the version that the parent POM names. */
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final String INDEX = "index.html";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final String home;
  private final Map<String, PageAnswer> files = new LinkedHashMap<>();

  /**
   * Holds the common files.
   *
   * @param home the path of the page, such as "/": its files are below it
   */
  public PageFiles(String home) {
    this.home = home;
    put(PageFiles.class, "base.css");
    put(PageFiles.class, "base.js");
    put(PageFiles.class, "icon.svg");
    put(PageFiles.class, "uplot.js", UPLOT + "uPlot.iife.min.js");
    put(PageFiles.class, "uplot.css", UPLOT + "uPlot.min.css");
  }

  /**
   * Adds a file of a page.
   *
   * @param near the class beside which the file is
   */
  public PageFiles put(Class<?> near, String name) {
    put(near, name, name);
    return this;
  }

  private void put(Class<?> near, String name, String resource) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    String path = home.endsWith("/") ? home + name : home + "/" + name;
    try (InputStream in = near.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("this program lacks " + resource);
      }
      PageAnswer answer = new PageAnswer(200, type, in.readAllBytes(), Map.of());
      files.put(name.equals(INDEX) ? home : path, answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the file at a path. */
  public Optional<PageAnswer> at(String path) {
    return Optional.ofNullable(files.get(path));
  }
}
