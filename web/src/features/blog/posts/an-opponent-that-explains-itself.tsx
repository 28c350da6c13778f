export const body = (
  <>
    <p className="lead">
      A computer opponent that wins without a word teaches you nothing. Ours has to be able to say why.
    </p>
    <p>
      There are two ways to build such an opponent. One is to let it learn from many thousand games until it plays well
      and nobody can tell how. The other is to write down what a careful player weighs, give each of these things a
      number, and let the machine add them up. We took the second way. It may play less brilliantly. But when it marches
      away from your best unit, you can ask it for the reason and get one.
    </p>
    <h2>Everything in one currency</h2>
    <p>
      The machine compares things that have nothing in common: two inches of ground, a wounded walker, the danger of
      standing in the open. So all of them are turned into one currency, points of army. A shot is worth the points that
      it takes off the enemy on average, worked out with the same exact arithmetic that the odds use. A place is worth
      the points that the unit can take from there, less a share of the points that can be taken from it, plus what the
      objective below its feet will bring.
    </p>
    <h2>The reasons are the sum</h2>
    <p>
      For each decision there is a list of candidates, and for each candidate the terms of its score. This list is kept.
      “Because” is then not a story made up afterwards; it is the largest term. It takes the objective because the
      ground was worth more than the danger. It stays behind the wall because what would shoot back was worth more than
      what it could shoot. And when it plays badly, the list shows which number was wrong, which is how it gets better.
    </p>
    <h2>Four temperaments</h2>
    <ul>
      <li>
        <strong>Standard</strong> holds ground, trades well and takes no needless risks.
      </li>
      <li>
        <strong>Aggressive</strong> closes in and fights at every chance; danger counts less than half for it.
      </li>
      <li>
        <strong>Cautious</strong> keeps out of reach and shoots from afar; danger counts double.
      </li>
      <li>
        <strong>Defender</strong> sits on the ground that scores, and has to be carried off it.
      </li>
    </ul>
    <p>
      They are the same player with other weights. Intensity goes from one to five and says how much of the temperament
      comes through: an aggressive commander at one is a standard one with a short temper, at five it is a landslide.
    </p>
    <h2>It plays with open cards</h2>
    <p>
      The machine sees what a person at the table sees: positions, sheets, scores, and the chances of dice, but not the
      dice to come. It uses no dice of its own either. In the same situation it always decides the same way, so a battle
      can be replayed with all of its decisions. And it only ever chooses among moves that the rules allow, from the
      very list that a human player is offered.
    </p>
    <h2>What it cannot do</h2>
    <p>
      It looks one step ahead. It does not set a trap that closes in three turns, it does not bluff, and it does not
      notice that you always deploy on the left. A good player will beat it regularly. A good player will also find that
      it never forgets a unit, never misjudges a range, and never gets tired in round four. As a sparring partner at
      eleven in the evening it is hard to improve on.
    </p>
  </>
);
