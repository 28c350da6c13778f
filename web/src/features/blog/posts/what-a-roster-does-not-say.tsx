import { Link } from 'react-router';

export const body = (
  <>
    <p className="lead">
      A list builder writes a file for people who know the game. Reading it as a program means noticing everything that
      such people add in their heads.
    </p>
    <p>
      You can <Link to="/upload_list">upload a roster</Link> without an account and see what becomes of it. The answer
      always has two halves: the army, and a report of everything that was guessed, left out or not understood. We are
      prouder of the second half.
    </p>
    <h2>What the file is</h2>
    <p>
      File names lie. A name ends in the wrong letters, a zip holds another zip, a header names last year’s edition. So
      the content decides what a file is. The edition is recognised by the shape of the stat lines first, and by what
      the file says about itself last.
    </p>
    <h2>Who carries what</h2>
    <p>
      “Ten miniatures, six rifles, two flamers, two launchers” is clear to a player. In the file it may be one group of
      ten with three weapons that have counts, or three groups, or a unit with weapons that hang on nobody in
      particular. The weapons are dealt out one each in the order of the file, and where something had to be guessed the
      report says who got it.
    </p>
    <h2>What is not in there at all</h2>
    <ul>
      <li>
        <strong>Base sizes.</strong> No roster has them. They are guessed from what kind of unit it is, infantry,
        cavalry, walker and so on, and you should look at the guess.
      </li>
      <li>
        <strong>Heights</strong>, which matter when a wall stands between two units. Guessed in the same way.
      </li>
      <li>
        <strong>Which leader leads which unit</strong>, most of the time. That is a decision of the game’s set-up and is
        asked there.
      </li>
    </ul>
    <h2>Sentences</h2>
    <p>
      Weapon keywords are easy, since they have names. Abilities are written in sentences, and sentences are where
      programs begin to make things up. Ours reads them with a small grammar that knows a number of phrases: who is
      affected, when, and what they get. It has one strict rule. A text is understood wholly or not at all. If a single
      word of it is unknown, the whole ability is left as text, marked for you to play by hand, as you do on a table
      anyway. Half an ability would be worse than none, because you would rely on it.
    </p>
    <h2>When it cannot fight</h2>
    <p>
      Some files hold only names and points. Some are for games whose rules the engine does not know. These armies are
      listed with everything that could be read, and with a sentence that says why they cannot fight yet. Then the basic
      kind of tracking still works for them: where the miniatures stand and how far they went.
    </p>
    <h2>What stays with you</h2>
    <p>
      A roster file may carry texts that belong to the publisher of a game. They are shown to you, because you brought
      them. They never leave your own copy: a shared report names the ability and leaves its words out, and the same
      goes for logs, exports of other players, and statistics.
    </p>
    <p>
      The best fault report is a roster that was read wrongly. If the report beside your army is wrong, or silent where
      it should have spoken, that is a fault, and we would like to know.
    </p>
  </>
);
