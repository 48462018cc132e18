package org.schurmpc.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A report as one HTML file. The file has no script and loads nothing: its policy allows its own
 * style sheet alone, by its hash. The file is well-formed XML, too.
 *
 * @param title the title of the page
 * @param lead paragraphs before the sections
 */
public record Report(String title, List<String> lead, List<Section> sections) {
  private static final String STYLE = read("report.css");
  private static final String POLICY =
      "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'";

  public Report {
    lead = List.copyOf(lead);
    sections = List.copyOf(sections);
  }

  private static String read(String resource) {
    try (InputStream in = Report.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("there is no resource " + resource, e);
    }
  }

  private static String policy() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(STYLE.getBytes(StandardCharsets.UTF_8));
      return POLICY.formatted(Base64.getEncoder().encodeToString(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }

  /** Returns the page. */
  public String html() {
    Markup html = new Markup();
    html.raw("<!DOCTYPE html>\n");
    html.open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en");
    head(html);
    html.line().open("body").line().open("main");
    html.line().element("h1", title);
    lead.forEach(paragraph -> html.line().element("p", paragraph));
    if (sections.size() > 1) {
      contents(html);
    }
    int pictures = 0;
    for (int i = 0; i < sections.size(); i++) {
      html.line().open("section", "id", id(i));
      if (!sections.get(i).heading().equals(title)) {
        html.line().element("h2", sections.get(i).heading());
      }
      for (Block block : sections.get(i).blocks()) {
        if (block instanceof Block.Picture) {
          pictures++;
        }
        write(html, block, pictures);
      }
      html.line().close();
    }
    html.line().close().line().close().line().close().line();
    return html.toString();
  }

  private void head(Markup html) {
    html.line().open("head");
    html.line().empty("meta", "charset", "utf-8");
    html.line().empty("meta", "http-equiv", "Content-Security-Policy", "content", policy());
    html.line().empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.line().empty("meta", "name", "color-scheme", "content", "light dark");
    html.line().element("title", title);
    html.line().open("style").raw(STYLE).close();
    html.line().close();
  }

  private void contents(Markup html) {
    html.line().open("nav", "aria-label", "Contents").open("ol");
    for (int i = 0; i < sections.size(); i++) {
      html.line().open("li").element("a", sections.get(i).heading(), "href", "#" + id(i)).close();
    }
    html.close().close();
  }

  private static String id(int section) {
    return "section-" + (section + 1);
  }

  private static void write(Markup html, Block block, int picture) {
    if (block instanceof Block.Note note) {
      html.line().element("p", note.text());
    } else if (block instanceof Block.Warning warning) {
      html.line().element("p", warning.text(), "class", "warning");
    } else if (block instanceof Block.Heading heading) {
      html.line().element("h3", heading.text());
    } else if (block instanceof Block.Cells cells) {
      cells.table().write(html);
    } else if (block instanceof Block.Picture figure) {
      write(html, figure, picture);
    }
  }

  private static void write(Markup html, Block.Picture figure, int number) {
    html.line().open("figure");
    html.line().open("figcaption");
    html.element("b", "Chart " + number + ". " + figure.chart().title() + ".");
    html.text(" " + figure.chart().description()).close();
    html.line().raw(SvgCanvas.element(figure.chart(), "chart-" + number));
    figure.values().write(html);
    html.line().close();
  }
}
