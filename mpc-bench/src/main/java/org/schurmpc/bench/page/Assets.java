package org.schurmpc.bench.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Holds the files of the page, all of which are in this program's jar. */
final class Assets {
  /** The folder of uPlot's WebJar, whose name has the version that the parent POM names. */
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";

  private final Map<String, Answer> files = new LinkedHashMap<>();

  Assets() {
    put("/", "index.html", "text/html; charset=utf-8");
    put("/page.css", "page.css", STYLE);
    put("/page.js", "page.js", SCRIPT);
    put("/chart.js", "chart.js", SCRIPT);
    put("/icon.svg", "icon.svg", "image/svg+xml");
    put("/uplot.js", UPLOT + "uPlot.iife.min.js", SCRIPT);
    put("/uplot.css", UPLOT + "uPlot.min.css", STYLE);
  }

  private void put(String path, String resource, String type) {
    try (InputStream in = Assets.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("this program lacks " + resource);
      }
      files.put(path, new Answer(200, type, in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the file at a path of the page. */
  Optional<Answer> at(String path) {
    return Optional.ofNullable(files.get(path));
  }
}
